import { currencyExponent, type Money } from '@kassa/contracts';

/**
 * Converts amounts between ISO 4217 minor units and Stripe's units, which differ for some currencies (Stripe's
 * documentation, "Supported currencies": zero-decimal and three-decimal currencies, special cases).
 */

/** Currencies that Stripe counts in whole units, even if ISO 4217 gives them decimals. */
const wholeUnits: ReadonlySet<string> = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
]);
/** Currencies that Stripe counts in thousandths of their unit. Stripe charges only amounts whose last digit is 0. */
const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
/**
 * Currencies without decimals that Stripe still counts in hundredths, for compatibility. Only whole units can be
 * charged.
 */
const emptyHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** An amount in the format of Stripe's API, with the currency in lower case. */
export interface StripeAmount {
  readonly amount: number;
  readonly currency: string;
}

/**
 * Converts an amount to Stripe's units. Returns undefined if Stripe cannot charge the amount exactly, because amounts
 * are never rounded.
 */
export function toStripeAmount({ amountMinor, currency }: Money): StripeAmount | undefined {
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amount = factor >= 1 ? amountMinor * factor : amountMinor / Math.round(1 / factor);
  if (!Number.isSafeInteger(amount)) return undefined;
  if (thousandths.has(currency) && amount % 10 !== 0) return undefined;
  return { amount, currency: currency.toLowerCase() };
}

/**
 * Converts an amount from Stripe's units. Returns undefined if it is not a whole number of ISO 4217 minor units,
 * because amounts are never rounded.
 */
export function fromStripeAmount({ amount, currency: lowerCase }: StripeAmount): Money | undefined {
  // In an old API version, these members can be missing, although their types say that they always exist.
  const currency = String(lowerCase).toUpperCase();
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amountMinor = factor >= 1 ? amount / factor : amount * Math.round(1 / factor);
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}

/**
 * Converts the amount of a dispute from Stripe's units. Stripe counts some currencies in smaller units than ISO 4217, and a
 * bank that converts the amount can dispute a part of a unit. Such a part counts as a whole unit, so that the merchant cannot
 * refund it too.
 */
export function fromDisputedAmount({ amount, currency }: StripeAmount): Money | undefined {
  return fromStripeAmount({ amount: roundedUp(amount, currency), currency });
}

/**
 * Rounds a share of an amount up to an amount that Stripe can charge in the currency. For some currencies, Stripe counts in
 * smaller units than it can charge.
 */
export function roundedUp(share: number, currency: string): number {
  const step = emptyHundredths.has(String(currency).toUpperCase()) ? 100 : 1;
  return Math.ceil(Math.round(share) / step) * step;
}

/** How many of Stripe's units make one ISO 4217 minor unit. Undefined for a currency that Stripe does not support. */
function factorOf(currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) return undefined;
  if (wholeUnits.has(currency)) return 10 ** -exponent;
  if (emptyHundredths.has(currency)) return 10 ** (2 - exponent);
  if (thousandths.has(currency)) return 10 ** (3 - exponent);
  return exponent === 2 ? 1 : undefined;
}
