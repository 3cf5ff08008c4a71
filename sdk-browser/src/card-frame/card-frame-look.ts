import type { AppearanceVariables } from '../appearance.ts';
import type { CardFormTexts } from '../renderers/card-form-texts.ts';
import { englishCardFormTexts } from '../renderers/english-card-form-texts.ts';
import type { CardFrameLook, CardFrameWords } from './card-frame-messages.ts';

/** The CSS property whose values each appearance variable takes. */
const kinds: Readonly<Record<keyof AppearanceVariables, string>> = {
  colorPrimary: 'color',
  colorBackground: 'color',
  colorText: 'color',
  colorTextPlaceholder: 'color',
  colorBorder: 'color',
  colorDanger: 'color',
  borderRadius: 'border-radius',
  fontFamily: 'font-family',
  fontSizeBase: 'font-size',
};

/** What no appearance needs: references to other values, to files, and to other rules. */
const reference = /[;{}\\@]|\b(url|image|src|var|env|attr)\b/i;
const longestPx = 300;

/** Applies the page's look to this document. The frame's text then looks like the page's. */
export function applyLook({ locale, direction, colorScheme, colorLabel }: CardFrameLook): void {
  const root = document.documentElement;
  root.lang = String(locale);
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr';
  root.style.colorScheme = colorScheme === 'dark' ? 'dark' : 'light';
  if (isValue('color', colorLabel)) root.style.color = colorLabel;
}

/** The appearance variables that are safe. The page sends them, and it may be under an attacker's control. */
export function safeVariables({ variables }: CardFrameLook): Partial<AppearanceVariables> {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, property]) => {
      const value: unknown = variables?.[name as keyof AppearanceVariables];
      return isValue(property, value) ? [[name, value]] : [];
    }),
  );
}

function isValue(property: string, value: unknown): value is string {
  const isShort = typeof value === 'string' && value.length <= longestPx;
  return isShort && !reference.test(value) && CSS.supports(property, value);
}

/** The texts of the fields. Where the page's text is missing, the English one takes its place. */
export function textsOf(
  given: Partial<CardFrameWords>,
): CardFormTexts & { readonly securityCodeWrong: string } {
  const english: CardFrameWords = {
    ...englishCardFormTexts,
    securityCodeWrong: 'The bank did not accept this security code.',
    brandNotAccepted: englishCardFormTexts.brandNotAccepted('{brand}'),
    securityCodeIncomplete3: englishCardFormTexts.securityCodeIncomplete(3),
    securityCodeIncomplete4: englishCardFormTexts.securityCodeIncomplete(4),
  };
  const words: CardFrameWords = { ...english, ...given };
  return {
    ...words,
    brandNotAccepted: (brand) => words.brandNotAccepted.replace('{brand}', () => brand),
    securityCodeIncomplete: (digits) =>
      digits === 4 ? words.securityCodeIncomplete4 : words.securityCodeIncomplete3,
  };
}
