import type { Messages } from './messages.ts';

interface LanguageDefinition {
  /** As its speakers call it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<{ readonly messages: Messages }>;
}

/** A language is one file of messages and one row here; its file is loaded only when it is chosen. */
export const languages = {
  en: { name: 'English', direction: 'ltr', load: () => import('./en.ts') },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./de.ts') },
  ar: { name: 'العربية', direction: 'rtl', load: () => import('./ar.ts') },
} as const satisfies Record<string, LanguageDefinition>;

export type LanguageCode = keyof typeof languages;

export const languageCodes = Object.keys(languages) as readonly LanguageCode[];

export function isLanguageCode(text: string | null): text is LanguageCode {
  return text !== null && Object.hasOwn(languages, text);
}

export interface LanguageChoice {
  readonly code: LanguageCode;
  /** For Intl: the buyer's own region where it belongs to the language, as de-CH. */
  readonly locale: string;
}

/** The first of the buyer's languages that there are messages for; English otherwise. */
export function chooseLanguage(preferred: readonly string[], chosen: string | null): LanguageChoice {
  const wishes =
    chosen === null ? preferred : [...preferred.filter((tag) => primary(tag) === chosen), chosen];
  for (const locale of wishes) {
    const code = primary(locale);
    if (isLanguageCode(code)) return { code, locale };
  }
  return { code: 'en', locale: 'en' };
}

function primary(tag: string): string {
  return tag.split('-')[0]?.toLowerCase() ?? '';
}
