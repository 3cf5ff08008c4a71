import { describe, expect, it } from 'vitest';
import { inGroups, judgeNumber } from '../browser/card-frame/card-number.ts';
import { digitsOf } from '../browser/card-frame/digits.ts';
import { formatExpiry, judgeExpiry } from '../browser/card-frame/expiry.ts';

describe('a card number', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242', 'valid'],
    ['42424242424242421234', '4242 4242 4242 4242 123', 'wrong'],
    ['4242424242424241', '4242 4242 4242 4241', 'wrong'],
    ['424242424242', '4242 4242 4242', 'incomplete'],
    ['378282246310005', '3782 822463 10005', 'valid'],
    ['55555555555544449', '5555 5555 5555 4444', 'valid'],
    ['30569309025904', '3056 9309 0259 04', 'valid'],
    ['', '', 'incomplete'],
  ])('%s is shown as "%s" and is %s', (typed, shown, judged) => {
    expect(inGroups(typed)).toBe(shown);
    expect(judgeNumber(digitsOf(shown))).toBe(judged);
  });

  it.each([
    ['4242-4242', '42424242'],
    ['٤٢ ۴۲', '4242'],
    ['abc', ''],
  ])('typed as "%s" has the digits %s', (typed, digits) => {
    expect(digitsOf(typed)).toBe(digits);
  });
});

describe('an expiry date', () => {
  it.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1/30', '01 / 30'],
    ['1230', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['12 / 20', '12 / 20'],
    ['12 / 203', '12 / 203'],
    ['12 / 305', '12 / 30'],
    ['١٢٣٠', '12 / 30'],
  ])('typed as "%s" is shown as "%s"', (typed, shown) => {
    expect(formatExpiry(typed, false)).toBe(shown);
  });

  it.each([
    ['12 / ', '12'],
    ['12 /', '12'],
    ['1', '1'],
    ['12 / 3', '12 / 3'],
  ])('with the last character deleted, "%s" is shown as "%s"', (typed, shown) => {
    expect(formatExpiry(typed, true)).toBe(shown);
  });

  const now = new Date('2026-11-30T23:59:59Z');
  it.each([
    ['11 / 26', { kind: 'valid', month: 11, year: 2026 }],
    ['10 / 26', { kind: 'past' }],
    ['13 / 30', { kind: 'incomplete' }],
    ['00 / 30', { kind: 'incomplete' }],
    ['12 / 3', { kind: 'incomplete' }],
    ['12 / 203', { kind: 'incomplete' }],
  ])('"%s" is judged at the end of a month: %o', (text, judged) => {
    expect(judgeExpiry(text, now)).toEqual(judged);
  });
});
