import { currencyExponent, type Money } from '@kassa/contracts';

/**
 * Currencies for which Adyen's minor unit differs from ISO 4217, with Adyen's number of decimals (Adyen's
 * documentation, "Currency codes and minor units", the currencies marked "differs from standard").
 */
const decimalsAtAdyen: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 };

/** An amount in the format of Adyen's API, which uses Adyen's own minor units. */
export interface AdyenAmount {
  readonly value: number;
  readonly currency: string;
}

/**
 * Converts an amount to Adyen's minor units. Returns undefined if Adyen's unit cannot express the amount exactly,
 * because amounts are never rounded.
 */
export function toAdyenAmount({ amountMinor, currency }: Money): AdyenAmount | undefined {
  const shift = shiftOf(currency);
  if (shift === undefined) return undefined;
  const value = shift >= 0 ? amountMinor * 10 ** shift : amountMinor / 10 ** -shift;
  return Number.isSafeInteger(value) ? { value, currency } : undefined;
}

/**
 * Converts an amount from Adyen's minor units. Returns undefined if it is not a whole number of ISO 4217 minor units,
 * because amounts are never rounded.
 */
export function fromAdyenAmount(amount: AdyenAmount): Money | undefined {
  const money = fromRefundedAmount(amount);
  return money !== undefined && Number.isSafeInteger(money.amountMinor) ? money : undefined;
}

/**
 * Converts the amount of a refund from Adyen's minor units. Adyen counts some currencies in smaller units than ISO 4217, so
 * somebody can refund a part of a unit by hand. The result then has decimals. No order counts such an amount, so the report
 * becomes a case for an operator.
 */
export function fromRefundedAmount({ value, currency }: AdyenAmount): Money | undefined {
  const shift = shiftOf(currency);
  if (shift === undefined) return undefined;
  return { amountMinor: shift >= 0 ? value / 10 ** shift : value * 10 ** -shift, currency };
}

/**
 * Converts the amount of a dispute from Adyen's minor units. Adyen counts some currencies in smaller units than ISO 4217, and a
 * bank that converts the amount can dispute a part of a unit. Such a part counts as a whole unit, so that the merchant cannot
 * refund it too.
 */
export function fromDisputedAmount({ value, currency }: AdyenAmount): Money | undefined {
  const unit = partsOfUnit(currency);
  return fromAdyenAmount({ value: Math.ceil(value / unit) * unit, currency });
}

/**
 * Returns how many of Adyen's minor units make one of ISO 4217: 100 if Adyen counts the currency in smaller units, for example
 * hundredths of a Chilean peso; otherwise 1.
 */
export function partsOfUnit(currency: string): number {
  return 10 ** Math.max(shiftOf(currency) ?? 0, 0);
}

/**
 * The number of Adyen's decimals minus the number of ISO decimals. Undefined for a currency that the gateway has never
 * accepted.
 */
function shiftOf(currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  return exponent === undefined ? undefined : (decimalsAtAdyen[currency] ?? exponent) - exponent;
}
