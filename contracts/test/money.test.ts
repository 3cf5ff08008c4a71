import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  currencyExponent,
  currencyList,
  formatAmount,
  formatSum,
  MAX_AMOUNT_DIGITS,
  readAmount,
  toWireAmount,
} from '../src/index.ts';
import { loadVectors } from './vectors/load-vectors.ts';

const vectors = loadVectors('money');

function minorUnits(text: string, currency: string): number {
  const reading = readAmount(text, currency);
  if (reading.kind === 'refused') throw new Error(`${text} ${currency}: ${reading.reason}`);
  return reading.money.amountMinor;
}

describe('an amount', () => {
  it.each(vectors.accepted)(
    'a valid amount is read exactly: $text $currency ($lowest) (fault 30)',
    (vector) => {
      const { text, currency, lowest, minor, decimal, wire } = vector;
      const money = { amountMinor: minor, currency };
      expect(readAmount(text, currency, lowest)).toEqual({ kind: 'read', money });
      expect(formatAmount(money)).toBe(decimal);
      expect(JSON.stringify(toWireAmount(money))).toBe(wire);
    },
  );

  it.each(vectors.refused)(
    'an invalid amount is refused and never rounded: $text $currency ($reason) (fault 30)',
    ({ text, currency, lowest, reason }) => {
      expect(readAmount(text, currency, lowest)).toEqual({ kind: 'refused', reason });
    },
  );

  it.each(vectors.sums)('adds up exactly: $texts $currency', ({ texts, currency, minor, decimal, wire }) => {
    const amountMinor = texts.reduce((sum, text) => sum + minorUnits(text, currency), 0);
    expect(amountMinor).toBe(minor);
    expect(formatAmount({ amountMinor, currency })).toBe(decimal);
    expect(JSON.stringify(toWireAmount({ amountMinor, currency }))).toBe(wire);
  });

  it('is refused before any computation if its text is far too long', () => {
    expect(readAmount('1'.repeat(65_536), 'USD')).toEqual({ kind: 'refused', reason: 'too_many_digits' });
    expect(readAmount(`1.${'0'.repeat(65_536)}`, 'USD').kind).toBe('refused');
    expect(readAmount(`1e${'9'.repeat(60)}`, 'USD')).toEqual({ kind: 'refused', reason: 'too_many_digits' });
  });
});

/** Generates decimal numbers with sign, fraction and exponent, in every spelling that JSON allows. */
const jsonNumberText = fc
  .record({
    sign: fc.constantFrom('', '', '', '-'),
    whole: fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9][0-9]{0,16}$/)),
    fraction: fc.option(fc.stringMatching(/^[0-9]{1,6}$/), { nil: undefined }),
    power: fc.option(fc.stringMatching(/^[eE][+-]?[0-9]{1,2}$/), { nil: undefined }),
  })
  .map(({ sign, whole, fraction, power }) => {
    return `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${power ?? ''}`;
  });

/** Returns the exact value of a JSON number in minor units, as a fraction of integers. */
function exactMinor(text: string, exponent: number): { numerator: bigint; denominator: bigint } {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(power) - fraction.length + exponent;
  const digits = BigInt(whole + fraction);
  return shift >= 0
    ? { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
    : { numerator: digits, denominator: 10n ** BigInt(-shift) };
}

describe('reading amounts, compared with exact integers,', () => {
  const anyCurrency = fc.constantFrom('USD', 'JPY', 'KWD', 'CLF', ...currencyList);

  it('accepts precisely the whole positive numbers of up to 15 digits of minor units', () => {
    fc.assert(
      fc.property(jsonNumberText, anyCurrency, (text, currency) => {
        const { numerator, denominator } = exactMinor(text, currencyExponent(currency) ?? Number.NaN);
        const isWhole = numerator % denominator === 0n;
        const minor = numerator / denominator;
        const isFit = isWhole && minor > 0n && minor < 10n ** BigInt(MAX_AMOUNT_DIGITS);
        const reading = readAmount(text, currency);
        expect(reading.kind).toBe(isFit ? 'read' : 'refused');
        if (reading.kind === 'read') expect(BigInt(reading.money.amountMinor)).toBe(minor);
      }),
      { numRuns: 5_000 },
    );
  });

  it('gets back every amount from its decimal text and from the number on the wire', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 15 - 1 }), anyCurrency, (amountMinor, currency) => {
        const money = { amountMinor, currency };
        expect(readAmount(formatAmount(money), currency)).toEqual({ kind: 'read', money });
        expect(readAmount(JSON.stringify(toWireAmount(money)), currency)).toEqual({ kind: 'read', money });
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('writing amounts', () => {
  it.each([
    { amountMinor: 1, currency: 'XXX' },
    { amountMinor: -1, currency: 'USD' },
    { amountMinor: 0.5, currency: 'USD' },
    { amountMinor: Number.NaN, currency: 'USD' },
    { amountMinor: 2 ** 53, currency: 'USD' },
  ])('throws for an invalid amount: $amountMinor $currency', (money) => {
    expect(() => formatAmount(money)).toThrow(RangeError);
    expect(() => toWireAmount(money)).toThrow(RangeError);
  });
});

describe('a sum of amounts', () => {
  it.each([
    [0n, 'USD', '0.00'],
    [0n, 'JPY', '0'],
    [-5n, 'USD', '-0.05'],
    [-1_234n, 'KWD', '-1.234'],
    [-500n, 'JPY', '-500'],
    [9_007_199_254_740_993_001n, 'USD', '90071992547409930.01'],
    [12_345n, 'CLF', '1.2345'],
  ])('of %d minor units of %s is written exactly: %s', (sumMinor, currency, decimal) => {
    expect(formatSum(sumMinor, currency)).toBe(decimal);
  });

  it('throws for an unknown currency', () => {
    expect(() => formatSum(1n, 'XXX')).toThrow(RangeError);
  });
});

describe('the currencies', () => {
  it.each([
    ['JPY', 0],
    ['USD', 2],
    ['KWD', 3],
    ['CLF', 4],
  ])('%s has %i decimals', (currency, exponent) => {
    expect(currencyExponent(currency)).toBe(exponent);
  });

  it('are those of ISO 4217 that a consumer can be charged in', () => {
    expect(currencyList.length).toBeGreaterThan(140);
    for (const currency of currencyList) expect(currency).toMatch(/^[A-Z]{3}$/);
    for (const code of ['XXX', 'XTS', 'XAU', 'XAG', 'XBA', 'XDR', 'XSU', 'XUA', 'usd', '']) {
      expect(currencyExponent(code)).toBeUndefined();
    }
  });
});
