import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueFile, readCatalogue, sourceLanguage } from '../build/messages/catalogue.ts';
import { generatedFiles } from '../build/messages/generated-files.ts';
import { compileMessage } from '../build/messages/icu-message.ts';
import { languageCodes, languageOf } from '../src/i18n/languages.ts';

/** Every message of a language by its path. Notes for translators are no messages. */
function messagesOf(code: string): ReadonlyMap<string, string> {
  const { notes: _, ...messages } = readCatalogue(code);
  return flat(messages);
}

function flat(value: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(value).flatMap(([key, member]) =>
      typeof member === 'object' ? [...flat(member, `${path}${key}.`)] : [[`${path}${key}`, member]],
    ),
  );
}

const source = messagesOf(sourceLanguage);
const translations = languageCodes.filter((code) => code !== sourceLanguage);

/** What may be the same as in English, because it is the same word, a pattern of signs, or a name. */
const alike: Readonly<Record<string, readonly string[]>> = {
  'cashier.quantity': languageCodes,
  'cashier.total': ['fr', 'es', 'es-419', 'id', 'pt', 'pt-PT'],
  'receipt.date': ['fr'],
  'receipt.email': ['id', 'it', 'vi'],
  'instructions.code': ['de', 'fr', 'nl'],
  'cashier.cardForm.expiryFormat': ['ar', 'he'],
};

const scripts: Readonly<Partial<Record<string, RegExp>>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
  'zh-Hant': /\p{Script=Han}/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
};

test('every file of messages belongs to a language, and every language has one', () => {
  const files = readdirSync(join(catalogueFile('en'), '..')).map((file) => file.replace(/\.json$/, ''));
  expect(files.sort()).toEqual([...languageCodes].sort());
});

test.each([...generatedFiles()])('%s follows from the English messages', (path, text) => {
  expect(readFileSync(path, 'utf8'), 'Run: npm run messages -w cashier-web').toBe(text);
});

test.each(['cashier-web/README.md', 'docs/guides/hosted-cashier.md', 'contracts/src/payment.ts'])(
  '%s names every language',
  (path) => {
    const text = readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
    const [list = ''] = /The cashier has [^.]+\./.exec(text) ?? [];
    const named = list.includes('`')
      ? list.match(/(?<=`)[\w-]+(?=`)/g)
      : list.match(/(?<![\w-])[a-z]{2}(-\w+)?(?![\w-])/g);
    expect([...(named ?? [])].sort()).toEqual([...languageCodes].sort());
  },
);

test('every note for translators is about a message', () => {
  const { notes, cashier, ...others } = readCatalogue(sourceLanguage);
  expect(notes.size).toBeGreaterThan(0);
  expect(Object.keys({ ...cashier, ...others })).toEqual(expect.arrayContaining([...notes.keys()]));
});

describe.each(languageCodes)('%s', (code) => {
  const messages = messagesOf(code);

  test('has every message of the source, in the same order, with the same parameters', () => {
    expect([...messages.keys()]).toEqual([...source.keys()]);
    for (const [path, message] of messages) {
      expect(message.trim(), path).toBe(message);
      expect(message, path).not.toBe('');
      const { parameters } = compileMessage(message);
      expect([...parameters], path).toEqual([...compileMessage(source.get(path) ?? '').parameters]);
    }
  });

  test('has exactly the plural forms of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions();
    for (const [path, message] of messages) {
      for (const categories of compileMessage(message).plurals) {
        expect([...categories].sort(), path).toEqual([...pluralCategories].sort());
      }
    }
  });

  test('has no typewriter apostrophes or quotation marks', () => {
    for (const [path, message] of messages) expect(message, path).not.toMatch(/['"]/);
  });

  test('is named as its speakers name it, and Intl knows it', () => {
    const { name, writtenAs = code, direction } = languageOf(code);
    expect(Intl.NumberFormat.supportedLocalesOf(code)).toEqual([code]);
    const known = new Intl.DisplayNames([code], { type: 'language' }).of(writtenAs) ?? '';
    // Intl calls Indonesian only "Indonesia", like the country.
    expect(name.toLocaleLowerCase(code).replace(/^bahasa /, '')).toBe(known.toLocaleLowerCase(code));
    expect(direction).toBe(/^(ar|he)$/.test(code) ? 'rtl' : 'ltr');
  });
});

test.each(translations)('%s leaves nothing in English', (code) => {
  for (const [path, message] of messagesOf(code)) {
    if (alike[path]?.includes(code)) continue;
    expect(message, path).not.toBe(source.get(path));
    expect(message, path).toMatch(scripts[code] ?? /\p{Script=Latin}/u);
  }
});

test('in French, no line breaks before a colon, semicolon, question mark or exclamation mark', () => {
  for (const [path, message] of messagesOf('fr')) {
    // Skip the syntax inside braces.
    const text = message.replaceAll(/\{\w+, [^{}]*\}/g, '');
    expect(text, path).not.toMatch(/(?<![\u00a0\u202f])[:;?!»]|«(?![\u00a0\u202f])/);
  }
});
