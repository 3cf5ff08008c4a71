import { describe, expect, test } from 'vitest';
import { Language } from '../src/i18n/language.svelte.ts';
import type { LanguageCode } from '../src/i18n/languages.ts';

function speaking(code: LanguageCode, locale: string): Language {
  const language = new Language();
  language.code = code;
  language.locale = locale;
  return language;
}

describe('an amount', () => {
  test.each([
    ['ar', 'ar-EG', 'USD', 'US$'],
    ['he', 'he-IL', 'USD', '$'],
    ['ar', 'ar-AE', 'AED', 'د.إ.'],
  ] as const)('in %s (%s) keeps the sign of %s in one piece', (code, locale, currency, sign) => {
    const said = speaking(code, locale).money(14.5, currency).replaceAll('\u200f', '');
    expect(said).toContain(`\u2068${sign}\u2069`);
  });

  test('is written plainly from left to right', () => {
    expect(speaking('en', 'en-GB').money(14.5, 'USD')).toBe('US$14.50');
    expect(speaking('de', 'de-DE').money(14.5, 'EUR')).toBe('14,50\u00a0€');
  });
});
