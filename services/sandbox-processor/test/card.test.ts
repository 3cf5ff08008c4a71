import { expect, it } from 'vitest';
import { hasValidCheckDigit, isExpired, summariseCard } from '../src/domain/card.ts';

const card = { number: '4242424242424242', expMonth: 2, expYear: 2028, cvc: '123' };

it.each([
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3056930009020004', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['9000000000000000', 'unknown'],
])('knows %s as %s and keeps its last four digits', (number, brand) => {
  const { last4, brand: known } = summariseCard({ ...card, number });
  expect([known, last4]).toEqual([brand, number.slice(-4)]);
});

it('knows the network that the payer chose', () => {
  const chosen = { ...card, number: '4000002500001001', network: 'cartes_bancaires' } as const;
  expect(summariseCard(chosen)).toMatchObject({ brand: 'cartes_bancaires', last4: '1001' });
});

it('checks the check digit', () => {
  expect(hasValidCheckDigit('378282246310005')).toBe(true);
  expect(hasValidCheckDigit('378282246310006')).toBe(false);
  expect(hasValidCheckDigit('4242424242424224')).toBe(false);
});

it('accepts a card until the last moment of its month', () => {
  expect(isExpired(card, new Date('2028-02-29T23:59:59.999Z'))).toBe(false);
  expect(isExpired(card, new Date('2028-03-01T00:00:00.000Z'))).toBe(true);
  expect(isExpired({ ...card, expMonth: 12 }, new Date('2029-01-01T00:00:00.000Z'))).toBe(true);
});
