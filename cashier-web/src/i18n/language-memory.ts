import { isLanguageCode, type LanguageCode } from './languages.ts';

const memoryKey = 'kassa.language';

/** The language that the buyer chose earlier in this browser. */
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
    // Without storage, the choice holds for this page only.
  }
}
