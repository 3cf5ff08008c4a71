import { languageOfTag } from './language-of-tag.ts';

/**
 * The languages that a consumer can choose in the cashier, in the order in which the cashier lists them. Each name is written
 * in its own language. The texts of a language are in a file in `messages/`, which is loaded only if the language is chosen.
 */
const names = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'es-419': 'Español latinoamericano',
  it: 'Italiano',
  pt: 'Português',
  'pt-PT': 'Português europeu',
  nl: 'Nederlands',
  pl: 'Polski',
  da: 'Dansk',
  nb: 'Norsk bokmål',
  fi: 'Suomi',
  sv: 'Svenska',
  cs: 'Čeština',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  tr: 'Türkçe',
  ja: '日本語',
  zh: '简体中文',
  'zh-Hant': '繁體中文',
  ko: '한국어',
  ar: 'العربية',
  he: 'עברית',
} as const;

export type LanguageCode = keyof typeof names;

/** Languages that are written from right to left. */
const rightToLeft = /^(ar|he)$/;

export interface LanguageDefinition {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /**
   * The value of the `lang` attribute, if it must also name the script. For `zh`, it is `zh-Hans`. Undefined for a language
   * whose code alone makes the script clear.
   */
  readonly writtenAs?: string | undefined;
}

export function languageOf(code: LanguageCode): LanguageDefinition {
  return {
    name: names[code],
    direction: rightToLeft.test(code) ? 'rtl' : 'ltr',
    writtenAs: code === 'zh' ? 'zh-Hans' : undefined,
  };
}

export const languageCodes = Object.keys(names) as readonly LanguageCode[];

export function isLanguageCode(text: string | null): text is LanguageCode {
  return text !== null && Object.hasOwn(names, text);
}

export interface LanguageChoice {
  readonly code: LanguageCode;
  /**
   * The locale for Intl. It contains the region of the consumer's browser if that region belongs to the language, as in de-CH.
   */
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
