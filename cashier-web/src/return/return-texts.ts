import { returnTexts } from 'virtual:return-texts';
import { languageOfTag } from '../i18n/language-of-tag.ts';

export interface ReturnTexts {
  readonly title: string;
  readonly goOn: string;
  readonly direction?: 'rtl' | undefined;
}

/**
 * The texts in the first of the browser's languages that the cashier has. They are part of the return page, because it is visible
 * only for a moment and loading a language file would take too long.
 */
export function chooseReturnTexts(preferred: readonly string[]): ReturnTexts & { readonly language: string } {
  for (const tag of [...preferred, 'en']) {
    const language = languageOfTag(tag);
    const texts = returnTexts[language];
    if (texts) return { language, ...texts };
  }
  throw new Error('There are texts in English.');
}
