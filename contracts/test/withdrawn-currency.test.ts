import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  currencyExponent,
  currencyList,
  formatAmount,
  formatSum,
  isChargeable,
  readAmount,
  toWireAmount,
} from '../src/index.ts';

// Other test files in the same process use the real list of currencies. So load the modules anew before and after this file.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/**
 * The list of currencies as a later version may have it: one currency is withdrawn, one has another number of decimals, and one
 * is new.
 */
vi.mock('currency-codes', async (importOriginal) => {
  const { default: original } = await importOriginal<{ default: typeof import('currency-codes') }>();
  const data = original.data
    .filter(({ code }) => code !== 'VUV')
    .map((currency) => (currency.code === 'KWD' ? { ...currency, digits: 2 } : currency));
  const [anyCurrency] = data;
  return { default: { ...original, data: [...data, { ...anyCurrency, code: 'QQQ', digits: 1 }] } };
});

describe('a currency that left the maintained list', () => {
  it('keeps its decimals, so that what was accepted in it can be read and written', () => {
    expect(currencyExponent('VUV')).toBe(0);
    expect(formatAmount({ amountMinor: 500, currency: 'VUV' })).toBe('500');
    expect(toWireAmount({ amountMinor: 500, currency: 'VUV' })).toBe(500);
    expect(formatSum(-500n, 'VUV')).toBe('-500');
    expect(readAmount('500', 'VUV')).toEqual({ kind: 'read', money: { amountMinor: 500, currency: 'VUV' } });
    expect(readAmount('5.5', 'VUV')).toEqual({ kind: 'refused', reason: 'too_many_decimals' });
  });

  it('cannot be charged any more', () => {
    expect(isChargeable('VUV')).toBe(false);
    expect(currencyList).not.toContain('VUV');
    expect(isChargeable('USD')).toBe(true);
  });
});

describe('a currency that the maintained list counts in other units now', () => {
  it('keeps the decimals with which amounts are stored, and cannot be charged until somebody has decided', () => {
    expect(formatAmount({ amountMinor: 1_234, currency: 'KWD' })).toBe('1.234');
    expect(isChargeable('KWD')).toBe(false);
  });
});

describe('a currency of the maintained list that was never accepted', () => {
  it('is unknown, because an accepted currency can never be removed again', () => {
    expect(isChargeable('QQQ')).toBe(false);
    expect(readAmount('1', 'QQQ')).toEqual({ kind: 'refused', reason: 'unsupported_currency' });
  });
});
