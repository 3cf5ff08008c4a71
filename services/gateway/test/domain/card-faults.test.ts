import { expect, test } from 'vitest';
import { type CardFault, cardFaults } from '../../src/domain/attempt/card-faults.ts';

const now = new Date('2026-11-21T09:30:00Z');
const valid = { number: '4242424242424242', expMonth: 12, expYear: 2034 };
const accepted = ['visa', 'cartes_bancaires'];

test.each<[string, Partial<typeof valid & { network: string }>, readonly CardFault[]]>([
  ['a card that may exist', {}, []],
  ['a Visa number with a wrong check digit', { number: '4242424242424241' }, ['number']],
  ['an American Express number with a wrong check digit', { number: '371449635398430' }, ['number']],
  ['a UnionPay number, which may have no check digit', { number: '6200000000000001' }, []],
  ['a number of an unknown scheme', { number: '9999999999999999' }, []],
  ['the last month of the card', { expMonth: 11, expYear: 2026 }, []],
  ['the month before', { expMonth: 10, expYear: 2026 }, ['expiry']],
  ['a year ago', { expMonth: 12, expYear: 2025 }, ['expiry']],
  ['a network that the attempt accepts', { network: 'cartes_bancaires' }, []],
  ['a network that the attempt does not accept', { network: 'maestro' }, ['network']],
  ['both', { number: '4242424242424241', expYear: 2025 }, ['number', 'expiry']],
])('%s', (_case, card, faults) => {
  expect(cardFaults({ ...valid, ...card }, accepted, now)).toEqual(faults);
});

test('a card is valid until its last month has ended in every time zone', () => {
  const card = { ...valid, expMonth: 11, expYear: 2026 };
  expect(cardFaults(card, accepted, new Date('2026-12-01T11:59:59Z'))).toEqual([]);
  expect(cardFaults(card, accepted, new Date('2026-12-01T12:00:00Z'))).toEqual(['expiry']);
});
