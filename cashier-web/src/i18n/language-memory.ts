import { chooseLanguage, isLanguageCode, type LanguageChoice, type LanguageCode } from './languages.ts';

const memoryKey = 'kassa.language';

/**
 * The language in which the cashier starts. If the page around the cashier's frame asks for a language, it is that language.
 * Otherwise, it is the language that the consumer chose earlier in this browser or, without such a choice, the browser's
 * language.
 */
export function languageToStartIn(locale: string | undefined): LanguageChoice {
  if (locale === undefined) return chooseLanguage(navigator.languages, rememberedLanguage());
  return chooseLanguage([locale, ...navigator.languages], null);
}

/**
 * Returns the language that the merchant asked for with the order. Returns null if the cashier does not have this language, or
 * if another choice has precedence: that of the page around the cashier's frame, or the consumer's earlier choice.
 */
export function languageOfOrder(locale: string | null, ofPage: string | undefined): LanguageChoice | null {
  if (locale === null || ofPage !== undefined || rememberedLanguage() !== null) return null;
  const choice = chooseLanguage([locale], null);
  return choice.locale === locale ? choice : null;
}

/** The language that the consumer chose earlier in this browser; null if there is none. */
function rememberedLanguage(): LanguageCode | null {
  try {
    const code = localStorage.getItem(memoryKey);
    return isLanguageCode(code) ? code : null;
  } catch {
    return null;
  }
}

export function rememberLanguage(code: LanguageCode): void {
  try {
    localStorage.setItem(memoryKey, code);
  } catch {
    // If the browser cannot store the language, the choice is valid for this page only.
  }
}
