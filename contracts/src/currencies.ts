import { acceptedExponents } from './accepted-currencies.ts';
import { maintainedExponents } from './maintained-currencies.ts';

/**
 * Every currency that can be charged, as ISO 4217 codes: those of the maintained list whose decimals are the ones
 * that stored amounts are counted in.
 */
export const currencyList: readonly string[] = [...maintainedExponents]
  .filter(([code, exponent]) => acceptedExponents.get(code) === exponent)
  .map(([code]) => code);

const chargeable: ReadonlySet<string> = new Set(currencyList);

/** Whether a new order can be in it. A currency that was withdrawn cannot be charged, but it can be refunded. */
export function isChargeable(currencyCode: string): boolean {
  return chargeable.has(currencyCode);
}

/**
 * How many decimals a currency has (ISO 4217: JPY 0, USD 2, KWD 3), also one that was accepted before it was
 * withdrawn; undefined for a code that never was a chargeable currency.
 */
export function currencyExponent(currencyCode: string): number | undefined {
  return acceptedExponents.get(currencyCode);
}
