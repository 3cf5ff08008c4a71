import { describe, expect, test } from 'vitest';
import { isolateNames } from '../src/i18n/bidirectional.ts';
import { chooseLanguage, languageCodes, languageOf } from '../src/i18n/languages.ts';
import type { Messages } from '../src/i18n/messages.ts';
import { unloadedTexts } from '../src/unloaded/unloaded-texts.ts';

test.each([
  [['de-CH', 'en'], null, { code: 'de', locale: 'de-CH' }],
  [['sv-SE', 'ar-EG', 'en'], null, { code: 'ar', locale: 'ar-EG' }],
  [['sv-SE'], null, { code: 'en', locale: 'en' }],
  [[], null, { code: 'en', locale: 'en' }],
  [['DE'], null, { code: 'de', locale: 'DE' }],
  [['de-CH', 'en-GB'], 'en', { code: 'en', locale: 'en-GB' }],
  [['de-CH'], 'ar', { code: 'ar', locale: 'ar' }],
  [['pt-BR'], null, { code: 'pt', locale: 'pt-BR' }],
  [['zh-TW', 'en'], null, { code: 'zh', locale: 'zh-TW' }],
  [['iw-IL'], null, { code: 'he', locale: 'iw-IL' }],
] as const)('%j with %j chosen is shown in %j', (preferred, chosen, choice) => {
  expect(chooseLanguage(preferred, chosen)).toEqual(choice);
});

/** Every text by its path, with `«0»`, `«1»` in its gaps. */
function textsOf(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  if (typeof value === 'function') {
    const gaps = Array.from({ length: value.length }, (_, at) => `«${at}»`);
    return new Map([[path, value(...gaps)]]);
  }
  return new Map(
    Object.entries(Object(value)).flatMap(([key, member]) => [
      ...textsOf(member, path ? `${path}.${key}` : key),
    ]),
  );
}

async function loadTexts(code: (typeof languageCodes)[number]): Promise<Map<string, string>> {
  const { messages } = await languageOf(code).load();
  return textsOf(messages);
}

const gapsOf = (text: string) => (text.match(/«\d»/g) ?? []).sort();

/** What is the same as in English because it is the same word, a pattern of signs, or a name. */
const alike: Readonly<Record<string, readonly string[]>> = {
  quantity: languageCodes,
  total: ['fr', 'es', 'pt'],
  'cardForm.expiryFormat': ['ar', 'he'],
};

const scripts: Readonly<Partial<Record<string, RegExp>>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
};

describe.each(languageCodes)('%s', (code) => {
  test('has every text that English has, with all of its placeholders', async () => {
    const english = await loadTexts('en');
    const texts = await loadTexts(code);
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe('');
      expect(gapsOf(text), path).toEqual(gapsOf(english.get(path) ?? ''));
    }
  });

  test('is named as its speakers name it, and Intl knows it', () => {
    const { name, writtenAs } = languageOf(code);
    expect(Intl.NumberFormat.supportedLocalesOf(code)).toEqual([code]);
    const known = new Intl.DisplayNames([code], { type: 'language' }).of(writtenAs ?? code) ?? '';
    expect(known.toLocaleLowerCase(code)).toBe(name.toLocaleLowerCase(code));
  });
});

test.each(languageCodes.filter((code) => code !== 'en'))('%s leaves nothing in English', async (code) => {
  const english = await loadTexts('en');
  for (const [path, text] of await loadTexts(code)) {
    if (!alike[path]?.includes(code)) expect(text, path).not.toBe(english.get(path));
    const script = scripts[code];
    if (script && !alike[path]?.includes(code)) expect(text, path).toMatch(script);
  }
  expect(unloadedTexts[code]).not.toBe(unloadedTexts.en);
  expect(unloadedTexts[code]).toMatch(scripts[code] ?? /\p{Script=Latin}/u);
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
    const { messages } = await languageOf('he').load();
    const isolated: Messages = isolateNames(messages, 'rtl');
    expect([...textsOf(isolated).keys()]).toEqual([...textsOf(messages).keys()]);
  });
});
