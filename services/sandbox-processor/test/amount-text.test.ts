import { expect, it } from 'vitest';
import { amountText } from '../src/pages/amount-text.ts';

it.each([
  [1_999, 'EUR', '€19.99'],
  [5, 'USD', '$0.05'],
  [1_200, 'JPY', '¥1,200'],
  [12_345, 'KWD', 'KWD\u00a012.345'],
  [1_234, 'AFN', 'AFN\u00a012.34'],
  [999_999_999_999_999, 'EUR', '€9,999,999,999,999.99'],
  [100, 'XXA', 'XXA\u00a01.00'],
])('writes %i minor units of %s as %s', (amountMinor, currency, text) => {
  expect(amountText(amountMinor, currency, 'en')).toBe(text);
});

it('writes an amount as its language does', () => {
  expect(amountText(123_456, 'EUR', 'de')).toBe('1.234,56\u00a0€');
});
