import type { LanguageCode } from '../i18n/languages.ts';
import { testCardTexts } from './test-card-texts.ts';
import css from './test-cards.css?inline';

/** The simulator's cards (decisions, section 8), each with what becomes of it. */
const cards = [
  ['4242 4242 4242 4242', 'succeeds'],
  ['4000 0000 0000 0002', 'declined'],
  ['4000 0000 0000 9995', 'insufficientFunds'],
  ['4000 0000 0000 3220', 'threeDSecure'],
  ['4000 0000 0000 0119', 'late'],
] as const;

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/**
 * Lists the test cards in an element. Made by hand, since a component would bring the framework into the file that
 * is loaded only where no real money is meant.
 */
export function showTestCards(element: Element, language: LanguageCode): void {
  const texts = testCardTexts[language];
  const rows = cards.map(([number, outcome]) => {
    const code = make('code', number);
    code.dir = 'ltr';
    return make('li', code, ' ', make('span', texts[outcome]));
  });
  const list = make('details', make('summary', texts.title), make('ul', ...rows), make('p', texts.anyDate));
  list.className = 'test-cards';
  element.replaceChildren(list);
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
