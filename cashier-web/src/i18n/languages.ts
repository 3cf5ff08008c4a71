import { languageOfTag } from './language-of-tag.ts';

interface LanguageDefinition {
  /** As its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** The `lang` attribute of the page. It is set only for a language whose code does not say which script it uses. */
  readonly writtenAs?: string;
}

/**
 * The languages of the cashier. Each has a file in `messages/` and one row here. The file is loaded only if the language is
 * chosen.
 */
const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  'es-419': { name: 'Español latinoamericano', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  'pt-PT': { name: 'Português europeu', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  da: { name: 'Dansk', direction: 'ltr' },
  nb: { name: 'Norsk bokmål', direction: 'ltr' },
  fi: { name: 'Suomi', direction: 'ltr' },
  sv: { name: 'Svenska', direction: 'ltr' },
  cs: { name: 'Čeština', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  vi: { name: 'Tiếng Việt', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  zh: { name: '简体中文', direction: 'ltr', writtenAs: 'zh-Hans' },
  'zh-Hant': { name: '繁體中文', direction: 'ltr', writtenAs: 'zh-Hant' },
  ko: { name: '한국어', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  he: { name: 'עברית', direction: 'rtl' },
} as const satisfies Record<string, LanguageDefinition>;

export type LanguageCode = keyof typeof languages;

export function languageOf(code: LanguageCode): LanguageDefinition {
  return languages[code];
}

export const languageCodes = Object.keys(languages) as readonly LanguageCode[];

export function isLanguageCode(text: string | null): text is LanguageCode {
  return text !== null && Object.hasOwn(languages, text);
}

export interface LanguageChoice {
  readonly code: LanguageCode;
  /** The locale for Intl. It has the region of the consumer's browser if that belongs to the language, for example de-CH. */
  readonly locale: string;
}

/** The first of the browser's languages that the cashier supports; otherwise English. */
export function chooseLanguage(preferred: readonly string[], chosen: string | null): LanguageChoice {
  const wishes =
    chosen === null ? preferred : [...preferred.filter((tag) => languageOfTag(tag) === chosen), chosen];
  for (const locale of wishes) {
    const code = languageOfTag(locale);
    if (isLanguageCode(code)) return { code, locale };
  }
  return { code: 'en', locale: 'en' };
}
