import { chooseLanguage, isLanguageCode, type LanguageChoice, type LanguageCode } from './languages.ts';

const memoryKey = 'kassa.language';

/**
 * The language in which the page starts: the one that the consumer once chose in this browser, or else the browser's. If the
 * page around the frame asks for a language, that language replaces the consumer's earlier choice.
 */
export function languageToStartIn(locale: string | undefined): LanguageChoice {
  if (locale === undefined) return chooseLanguage(navigator.languages, rememberedLanguage());
  return chooseLanguage([locale, ...navigator.languages], null);
}

/**
 * The language that the merchant asked for with the order. It counts only if the cashier has it, the page around the frame names
 * no language, and the consumer has chosen none. Null otherwise.
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
