import type { AppearanceProperty, AppearanceSelector, AppearanceVariables } from '../appearance.ts';
import type { CardFormTexts } from '../renderers/card-form-texts.ts';
import { englishCardFormTexts } from '../renderers/english-card-form-texts.ts';
import type { CardFrameLook, CardFrameWords } from './card-frame-messages.ts';

/** For each appearance variable, the CSS property whose values are valid for the variable. */
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

/**
 * What the value of an appearance variable must not contain: references to files or to other values, and characters that begin
 * another CSS rule.
 */
const reference = /[;{}\\@]|\b(url|image|src|var|env|attr)\b/i;
const longestPx = 300;

/**
 * Gives the frame's document the language, the writing direction, the colour scheme and the text colour of the merchant's page.
 */
export function applyLook({ locale, direction, colorScheme, colorLabel }: CardFrameLook): void {
  const root = document.documentElement;
  root.lang = String(locale);
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr';
  root.style.colorScheme = colorScheme === 'dark' ? 'dark' : 'light';
  if (isValue('color', colorLabel)) root.style.color = colorLabel;
}

/**
 * Returns only the appearance variables whose values are safe. They come from the merchant's page, which an attacker may
 * control.
 */
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

/** For each part of the form, the CSS selector that finds it. */
const selectors: Readonly<Record<AppearanceSelector, string>> = {
  '.Label': '.kassa-field label',
  '.Input': '.kassa-field input',
  '.Input:hover': '.kassa-field input:hover',
  '.Input:focus': '.kassa-field input:focus',
  '.Input--invalid': '.kassa-field input[aria-invalid]',
  '.Input::placeholder': '.kassa-field input::placeholder',
  '.Error': '.kassa-error',
};

const properties: ReadonlySet<string> = new Set<AppearanceProperty>([
  'backgroundColor',
  'border',
  'borderColor',
  'borderRadius',
  'borderStyle',
  'borderWidth',
  'boxShadow',
  'color',
  'fontFamily',
  'fontSize',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'outline',
  'padding',
  'textTransform',
]);

/**
 * Adds the style rules of the merchant's page to the frame's document. Only known selectors and properties are taken, and each
 * value is set on its own. So no value can begin another rule, load a file, or hide a field.
 */
export function applyRules({ rules }: CardFrameLook): void {
  const sheet = new CSSStyleSheet();
  for (const [part, selector] of Object.entries(selectors)) {
    const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`, sheet.cssRules.length)] as CSSStyleRule;
    for (const [property, value] of Object.entries(rules?.[part as AppearanceSelector] ?? {})) {
      const name = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      if (properties.has(property) && isValue(name, value)) rule.style.setProperty(name, value);
    }
  }
  document.adoptedStyleSheets.push(sheet);
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
