import { returnTexts } from 'virtual:return-texts';
import { describe, expect, test } from 'vitest';
import { chooseLanguage, languageCodes, languageOf } from '../src/i18n/languages.ts';
import { goOn } from '../src/return/go-on.ts';
import { chooseReturnTexts } from '../src/return/return-texts.ts';

const target = 'https://pay.example/checkout/ord_1#session=s';
const challenge = { isFramed: true, frameName: 'kassa-challenge' };
const embedded = { isFramed: true, frameName: '' };
const wholeWindow = { isFramed: false, frameName: '' };

describe('a consumer who comes back from the processor’s page', () => {
  test.each([
    [
      'in the 3-D Secure frame, the page around it gets a message',
      challenge,
      target,
      ['tell kassa:returned'],
    ],
    ['a window called like that frame goes on', { ...challenge, isFramed: false }, target, [`go ${target}`]],
    ['the whole window goes on', wholeWindow, target, [`go ${target}`]],
    ['a cashier that is shown in a frame goes on there', embedded, target, [`go ${target}`]],
    ['script is no address', wholeWindow, 'javascript:alert(1)', []],
    [
      'a page that the service put no address into stays',
      wholeWindow,
      'https://pay.example/return.html#kassa-target',
      [],
    ],
  ])('%s', (_, { isFramed, frameName }, href, expected) => {
    const done: string[] = [];
    goOn(
      { href },
      {
        isFramed,
        frameName,
        tellParent: (message) => done.push(`tell ${message}`),
        replaceAddress: (address) => done.push(`go ${address}`),
      },
    );
    expect(done).toEqual(expected);
  });
});

test('its texts exist in every language of the cashier, in the same direction', () => {
  expect(Object.keys(returnTexts).sort()).toEqual([...languageCodes].sort());
  for (const code of languageCodes) {
    expect(returnTexts[code]?.direction ?? 'ltr').toBe(languageOf(code).direction);
  }
});

test.each([
  ...languageCodes,
  'de-AT',
  'PT-br',
  'zh-Hant-TW',
  'es-MX',
  'pt-AO',
  'nn-NO',
  'iw-IL',
  'de_DE',
  'sv',
])('a buyer with %s gets the same language as in the cashier', (tag) => {
  expect(chooseReturnTexts([tag]).language).toBe(chooseLanguage([tag], null).code);
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['el', 'ar-EG'], 'ar'],
  [[], 'en'],
])('a buyer with %j gets %s', (preferred, language) => {
  expect(chooseReturnTexts(preferred)).toMatchObject({ language });
});
