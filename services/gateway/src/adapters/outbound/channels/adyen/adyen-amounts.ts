import { currencyExponent, type Money } from '@kassa/contracts';

/**
 * Adyen uses other minor units than ISO 4217 for some currencies (Adyen's documentation, "Currency codes and
 * minor units", the currencies marked "differs from standard").
 */
const decimalsAtAdyen: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

/** An amount as Adyen writes it, in Adyen's own minor units. */
export interface AdyenAmount {
  readonly value: number;
  readonly currency: string;
}

/** Undefined if Adyen cannot charge exactly this amount, because nothing may be rounded. */
export function toAdyenAmount({ amountMinor, currency }: Money): AdyenAmount | undefined {
  const shift = shiftOf(currency);
  if (shift === undefined) return undefined;
  const value = shift >= 0 ? amountMinor * 10 ** shift : amountMinor / 10 ** -shift;
  return Number.isSafeInteger(value) ? { value, currency } : undefined;
}

/** Undefined for a value that is not an amount of that currency. */
export function fromAdyenAmount({ value, currency }: AdyenAmount): Money | undefined {
  const shift = shiftOf(currency);
  if (shift === undefined) return undefined;
  const amountMinor = shift >= 0 ? value / 10 ** shift : value * 10 ** -shift;
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}

/** How many more decimals Adyen uses than ISO; undefined for a currency that was never accepted. */
function shiftOf(currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  return exponent === undefined ? undefined : (decimalsAtAdyen[currency] ?? exponent) - exponent;
}
