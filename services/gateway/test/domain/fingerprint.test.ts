import { describe, expect, test } from 'vitest';
import { fingerprintOf } from '../../src/domain/fingerprint.ts';
import { after, start } from '../builders/times.ts';

const fields = {
  number: 'T1',
  amount: { amountMinor: 1000, currency: 'USD' },
  products: [
    { name: 'A', quantity: 1 },
    { name: 'B', quantity: 2 },
  ],
  note: null,
  time: start,
};

describe('a fingerprint', () => {
  test.each([
    ['members in another order', Object.fromEntries(Object.entries(fields).reverse())],
    ['members that are undefined', { ...fields, extra: undefined }],
    [
      'optional members that were added later',
      { ...fields, extra: null, amount: { ...fields.amount, x: null } },
    ],
    ['an equal date', { ...fields, time: new Date(start) }],
    ['inner members in another order', { ...fields, amount: { currency: 'USD', amountMinor: 1000 } }],
  ])('is the same for %s', (_case, other) => {
    expect(fingerprintOf(other)).toBe(fingerprintOf(fields));
  });

  test.each([
    ['another merchant_transaction_id', { ...fields, number: 'T2' }],
    ['another amount', { ...fields, amount: { amountMinor: 1001, currency: 'USD' } }],
    ['another currency', { ...fields, amount: { amountMinor: 1000, currency: 'EUR' } }],
    ['elements in another order', { ...fields, products: [...fields.products].reverse() }],
    ['a text for null', { ...fields, note: '' }],
    ['another date', { ...fields, time: after(1) }],
    ['no date', { ...fields, time: null }],
    ['a number for its text', { ...fields, number: 1 }],
  ])('differs for %s', (_case, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(fields));
  });

  test('equals the fingerprint that older orders stored', () => {
    expect(fingerprintOf(fields)).toBe('b4105866ad7eaefd752d638dd00a3d1bbbeaca43ce4fe8d954a2bd266845d2b3');
  });
});
