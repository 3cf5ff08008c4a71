import { acceptedExponents } from './accepted-currencies.ts';
import { maintainedExponents } from './maintained-currencies.ts';

/**
 * The ISO 4217 codes of every currency that can be charged: those in the maintained list whose decimals match those of
 * stored amounts.
 */
export const currencyList: readonly string[] = [...maintainedExponents]
  .filter(([code, exponent]) => acceptedExponents.get(code) === exponent)
  .map(([code]) => code);

const chargeable: ReadonlySet<string> = new Set(currencyList);

/** Whether a new order can use this currency. Withdrawn currencies cannot be charged, but can be refunded. */
export function isChargeable(currencyCode: string): boolean {
  return chargeable.has(currencyCode);
}

/**
 * The number of decimals of a currency (ISO 4217: JPY 0, USD 2, KWD 3), including withdrawn ones that were once
 * accepted. Undefined for a code that was never chargeable.
 */
export function currencyExponent(currencyCode: string): number | undefined {
  return acceptedExponents.get(currencyCode);
}
