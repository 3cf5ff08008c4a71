import { isLanguageCode, type LanguageCode } from './languages.ts';

const memoryKey = 'kassa.language';

/** The language that the consumer chose earlier in this browser; null if there is none. */
export function rememberedLanguage(): LanguageCode | null {
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
