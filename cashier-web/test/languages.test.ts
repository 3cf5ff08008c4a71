import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isolateNames } from '../src/i18n/bidirectional.ts';
import { languageOfTag } from '../src/i18n/language-of-tag.ts';
import { chooseLanguage, languageCodes } from '../src/i18n/languages.ts';
import { loadMessages } from '../src/i18n/load-messages.ts';
import type { Messages } from '../src/i18n/messages.ts';

test.each([
  [['de-CH', 'en'], null, { code: 'de', locale: 'de-CH' }],
  [['el-GR', 'ar-EG', 'en'], null, { code: 'ar', locale: 'ar-EG' }],
  [['el-GR'], null, { code: 'en', locale: 'en' }],
  [['no-NO'], null, { code: 'nb', locale: 'no-NO' }],
  [['nn'], null, { code: 'nb', locale: 'nn' }],
  [['no-NO'], 'nb', { code: 'nb', locale: 'no-NO' }],
  [['in-ID'], null, { code: 'id', locale: 'in-ID' }],
  [['fil-PH', 'vi-VN'], null, { code: 'vi', locale: 'vi-VN' }],
  [[], null, { code: 'en', locale: 'en' }],
  [['DE'], null, { code: 'de', locale: 'DE' }],
  [['de-CH', 'en-GB'], 'en', { code: 'en', locale: 'en-GB' }],
  [['de-CH'], 'ar', { code: 'ar', locale: 'ar' }],
  [['pt-BR'], null, { code: 'pt', locale: 'pt-BR' }],
  [['zh-TW', 'en'], null, { code: 'zh-Hant', locale: 'zh-TW' }],
  [['zh-HK'], null, { code: 'zh-Hant', locale: 'zh-HK' }],
  [['zh-Hant'], null, { code: 'zh-Hant', locale: 'zh-Hant' }],
  [['zh-CN'], null, { code: 'zh', locale: 'zh-CN' }],
  [['zh-Hans-HK'], null, { code: 'zh', locale: 'zh-Hans-HK' }],
  [['zh'], 'zh-Hant', { code: 'zh-Hant', locale: 'zh-Hant' }],
  [['zh-TW'], 'zh-Hant', { code: 'zh-Hant', locale: 'zh-TW' }],
  [['pt'], null, { code: 'pt', locale: 'pt' }],
  [['pt-PT'], null, { code: 'pt-PT', locale: 'pt-PT' }],
  [['pt-AO'], null, { code: 'pt-PT', locale: 'pt-AO' }],
  [['es'], null, { code: 'es', locale: 'es' }],
  [['es-ES'], null, { code: 'es', locale: 'es-ES' }],
  [['es-MX'], null, { code: 'es-419', locale: 'es-MX' }],
  [['es-419'], null, { code: 'es-419', locale: 'es-419' }],
  [['de_DE', 'fr'], null, { code: 'fr', locale: 'fr' }],
  [['iw-IL'], null, { code: 'he', locale: 'iw-IL' }],
] as const)('%j with %j chosen is shown in %j', (preferred, chosen, choice) => {
  expect(chooseLanguage(preferred, chosen)).toEqual(choice);
});

test('a tag of a language and a region means the same without Intl.Locale as with it', () => {
  const regions = Array.from({ length: 26 * 26 }, (_, at) =>
    String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
  );
  // Browsers report no withdrawn codes, which Intl.Locale replaces.
  const inUse = regions.filter((region) => new Intl.Locale(`en-${region}`).region === region);
  const tags = [...languageCodes, 'nn', 'no', 'in', 'iw', 'el'].flatMap((code) => [
    code,
    ...['419', ...inUse].map((region) => `${code}-${region}`),
  ]);
  // The addition does not change the language, but it makes the tag a matter for Intl.Locale.
  for (const tag of tags) expect(languageOfTag(tag), tag).toBe(languageOfTag(`${tag}-x-kassa`));
});

test('the page does not wait for Intl.Locale if the browser’s language has a plain tag', () => {
  const locale = vi.spyOn(Intl, 'Locale');
  onTestFinished(() => locale.mockRestore());
  expect(chooseLanguage(['fr-CA', 'zh-TW'], null).code).toBe('fr');
  expect(locale).not.toHaveBeenCalled();
  expect(chooseLanguage(['zh-TW'], null).code).toBe('zh-Hant');
  expect(locale).toHaveBeenCalledTimes(1);
});

describe('names in another direction', () => {
  const texts = { back: (name: string) => `> ${name}.`, inner: { fixed: 'x' } } as const;

  test.each([
    ['ltr', 'Hillside Coffee', '> Hillside Coffee.'],
    ['ltr', 'مقهى التل', '> \u2068مقهى التل\u2069.'],
    ['rtl', 'Hillside Coffee', '> \u2068Hillside Coffee\u2069.'],
    ['rtl', 'مقهى التل', '> مقهى التل.'],
    ['rtl', '42.50 €', '> 42.50 €.'],
    ['rtl', 'CHF 42.50', '> \u2068CHF 42.50\u2069.'],
  ] as const)('in %s text %j is written %j', (direction, name, written) => {
    const isolated = isolateNames(texts, direction);
    expect(isolated.back(name)).toBe(written);
    expect(isolated.inner.fixed).toBe('x');
  });

  test('isolating loses no message', async () => {
    const messages = await loadMessages({ code: 'he', locale: 'he-IL' });
    const isolated: Messages = isolateNames(messages, 'rtl');
    expect(Object.keys(isolated)).toEqual(Object.keys(messages));
    expect(Object.keys(isolated.cardForm)).toEqual(Object.keys(messages.cardForm));
  });
});
