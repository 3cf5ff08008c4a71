import type { Messages } from './messages.ts';

interface LanguageDefinition {
  /** As its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** The `lang` attribute of the page. It is set only for a language whose code does not say which script it uses. */
  readonly writtenAs?: string;
  readonly load: () => Promise<{ readonly messages: Messages }>;
}

/**
 * The languages of the cashier. Each has a file of messages and one row here. The file is loaded only if the language is
 * chosen.
 */
const languages = {
  en: { name: 'English', direction: 'ltr', load: () => import('./en.ts') },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./de.ts') },
  fr: { name: 'Français', direction: 'ltr', load: () => import('./fr.ts') },
  es: { name: 'Español', direction: 'ltr', load: () => import('./es.ts') },
  it: { name: 'Italiano', direction: 'ltr', load: () => import('./it.ts') },
  pt: { name: 'Português', direction: 'ltr', load: () => import('./pt.ts') },
  nl: { name: 'Nederlands', direction: 'ltr', load: () => import('./nl.ts') },
  pl: { name: 'Polski', direction: 'ltr', load: () => import('./pl.ts') },
  tr: { name: 'Türkçe', direction: 'ltr', load: () => import('./tr.ts') },
  ja: { name: '日本語', direction: 'ltr', load: () => import('./ja.ts') },
  zh: { name: '简体中文', direction: 'ltr', writtenAs: 'zh-Hans', load: () => import('./zh.ts') },
  ko: { name: '한국어', direction: 'ltr', load: () => import('./ko.ts') },
  ar: { name: 'العربية', direction: 'rtl', load: () => import('./ar.ts') },
  he: { name: 'עברית', direction: 'rtl', load: () => import('./he.ts') },
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
    chosen === null ? preferred : [...preferred.filter((tag) => primary(tag) === chosen), chosen];
  for (const locale of wishes) {
    const code = primary(locale);
    if (isLanguageCode(code)) return { code, locale };
  }
  return { code: 'en', locale: 'en' };
}

/** The language of a BCP 47 tag. Some browsers still use `iw` for Hebrew, a code that was replaced in 1989. */
function primary(tag: string): string {
  const language = tag.split('-')[0]?.toLowerCase() ?? '';
  return language === 'iw' ? 'he' : language;
}
