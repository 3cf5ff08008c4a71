import { expect, test } from 'vitest';
import { chooseLanguage, languageCodes, languages } from '../src/i18n/languages.ts';
import type { Messages } from '../src/i18n/messages.ts';

test.each([
  [['de-CH', 'en'], null, { code: 'de', locale: 'de-CH' }],
  [['fr-FR', 'ar-EG', 'en'], null, { code: 'ar', locale: 'ar-EG' }],
  [['fr-FR'], null, { code: 'en', locale: 'en' }],
  [[], null, { code: 'en', locale: 'en' }],
  [['DE'], null, { code: 'de', locale: 'DE' }],
  [['de-CH', 'en-GB'], 'en', { code: 'en', locale: 'en-GB' }],
  [['de-CH'], 'ar', { code: 'ar', locale: 'ar' }],
] as const)('%j with %j chosen is shown in %j', (preferred, chosen, choice) => {
  expect(chooseLanguage(preferred, chosen)).toEqual(choice);
});

test.each(languageCodes)('%s says everything, with all that is to be filled in', async (code) => {
  const english: Messages = (await languages.en.load()).messages;
  const { messages } = await languages[code].load();
  expect(shapeOf(messages)).toEqual(shapeOf(english));
});

/** The same members, none empty; what is a text with gaps keeps them. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value === 'function') {
    const gaps = Array.from({ length: value.length }, (_, at) => `«${at}»`);
    const text: string = value(...gaps);
    return gaps.map((gap) => text.includes(gap));
  }
  return Object.fromEntries(Object.entries(Object(value)).map(([key, member]) => [key, shapeOf(member)]));
}
