import { acceptedExponents } from './accepted-currencies.ts';
import { maintainedExponents } from './maintained-currencies.ts';

/**
 * The ISO 4217 codes of all currencies in which a new order can be created. A currency is missing if the `currency-codes`
 * package has withdrawn it, or gives it another number of decimals than the stored amounts have.
 */
export const currencyList: readonly string[] = [...maintainedExponents]
  .filter(([code, exponent]) => acceptedExponents.get(code) === exponent)
  .map(([code]) => code);

const chargeable: ReadonlySet<string> = new Set(currencyList);

/**
 * Whether a new order can use this currency. No new order can use a withdrawn currency, but earlier payments in it can be
 * refunded.
 */
export function isChargeable(currencyCode: string): boolean {
  return chargeable.has(currencyCode);
}

/**
 * The number of decimals of a currency (ISO 4217: JPY 0, USD 2, KWD 3). It includes withdrawn currencies in which orders were
 * once accepted, and is undefined for any other code.
 */
export function currencyExponent(currencyCode: string): number | undefined {
  return acceptedExponents.get(currencyCode);
}
