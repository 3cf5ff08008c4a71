import { expressTexts } from 'virtual:express-texts';
import type { Checkout, PaymentMethod } from '@kassa/sdk-browser';
import { appearanceOf } from '../cashier/appearance.ts';
import type { Language } from '../i18n/language.svelte.ts';
import css from './express.css?inline';

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** As high as the page's own pay button. */
const buttonHeight = 52;

/**
 * Shows the buttons for wallets in an element, and a line of text that introduces the methods below. If the device has no
 * wallet, hides the element. It creates the elements itself, because a component would add the framework's code to this file,
 * which is loaded only if a method can be paid with a wallet.
 */
export async function showExpress(
  checkout: Checkout | null,
  element: HTMLElement,
  language: Language,
  methods: readonly PaymentMethod[],
  signal: AbortSignal,
  refused: (error: unknown, methodCode: string) => void,
): Promise<void> {
  const buttons = document.createElement('div');
  const line = document.createElement('p');
  line.className = 'or';
  line.textContent = expressTexts[language.code].or;
  element.replaceChildren(buttons, line);
  const shown = await checkout?.mountExpress(buttons, {
    ...{ methods, buttonHeight, signal },
    appearance: appearanceOf(element),
    locale: language.locale,
    onError: (error) => shown && refused(error, shown.methodCode),
  });
  if (!shown) element.hidden = true;
}
