import type { Context } from 'koa';
import { arabic } from './texts/ar.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import { spanish } from './texts/es.ts';
import { french } from './texts/fr.ts';
import { hebrew } from './texts/he.ts';
import { italian } from './texts/it.ts';
import { japanese } from './texts/ja.ts';
import { korean } from './texts/ko.ts';
import { dutch } from './texts/nl.ts';
import type { PageTexts } from './texts/page-texts.ts';
import { polish } from './texts/pl.ts';
import { portuguese } from './texts/pt.ts';
import { turkish } from './texts/tr.ts';
import { chinese } from './texts/zh.ts';

export interface PageLanguage {
  /** BCP 47. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: PageTexts;
}

/** The texts of the pages, by language. The card form has the same languages. A payer with any other language gets English. */
const texts: Readonly<Record<string, PageTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  pt: portuguese,
  nl: dutch,
  pl: polish,
  tr: turkish,
  ja: japanese,
  zh: chinese,
  ko: korean,
  ar: arabic,
  he: hebrew,
};

export const pageLanguageCodes: readonly string[] = Object.keys(texts);

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he']);

export const englishPages = inLanguage('en');

/**
 * Returns the language of a page: the `locale` in the page's address, which the processor's card form adds; otherwise the
 * browser's language; otherwise English.
 */
export function languageOf(context: Context): PageLanguage {
  const { locale } = context.query;
  const named = typeof locale === 'string' ? locale.toLowerCase().split(/[-_]/)[0] : undefined;
  if (named !== undefined && pageLanguageCodes.includes(named)) return inLanguage(named);
  const accepted = context.acceptsLanguages([...pageLanguageCodes]);
  return typeof accepted === 'string' ? inLanguage(accepted) : englishPages;
}

function inLanguage(code: string): PageLanguage {
  const direction = rightToLeft.has(code) ? 'rtl' : 'ltr';
  return { code, direction, texts: texts[code] ?? english };
}
