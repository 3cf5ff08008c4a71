import { describe, expect, it } from 'vitest';
import { acceptedExponents } from '../src/accepted-currencies.ts';
import { maintainedExponents } from '../src/maintained-currencies.ts';

/** Accepted currencies that ISO 4217 has withdrawn. Orders in them are kept, and new ones are refused. */
const withdrawn: readonly string[] = [];

describe('the accepted currencies, compared with the maintained list of ISO 4217,', () => {
  it('are complete: add a new currency to `codesByExponent`', () => {
    expect([...maintainedExponents.keys()].filter((code) => !acceptedExponents.has(code))).toEqual([]);
  });

  it('have lost none: leave the entry where it is, note it in `withdrawn` above, and tell merchants', () => {
    expect([...acceptedExponents.keys()].filter((code) => !maintainedExponents.has(code))).toEqual(withdrawn);
  });

  it('have the same decimals: leave the entry as it is, because stored amounts are counted in it', () => {
    const changed = [...maintainedExponents].filter(([code, exponent]) => {
      const accepted = acceptedExponents.get(code);
      return accepted !== undefined && accepted !== exponent;
    });
    expect(changed).toEqual([]);
  });
});
