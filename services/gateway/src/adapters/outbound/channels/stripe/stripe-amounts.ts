import { currencyExponent, type Money } from '@kassa/contracts';

/**
 * Stripe uses other minor units than ISO 4217 for some currencies (Stripe's documentation, "Supported
 * currencies": zero-decimal and three-decimal currencies, special cases).
 */

/** Currencies in whole units, even where ISO has decimals. */
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
/** Currencies in thousandths, whose last digit must be 0. */
const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
/** Currencies in hundredths for compatibility, although they have none: only whole units can be charged. */
const emptyHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** An amount as Stripe writes it, with its currency in lower case. */
export interface StripeAmount {
  readonly amount: number;
  readonly currency: string;
}

/** Undefined if Stripe cannot charge exactly this amount, because nothing may be rounded. */
export function toStripeAmount({ amountMinor, currency }: Money): StripeAmount | undefined {
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amount = factor >= 1 ? amountMinor * factor : amountMinor / Math.round(1 / factor);
  if (!Number.isSafeInteger(amount)) return undefined;
  if (thousandths.has(currency) && amount % 10 !== 0) return undefined;
  return { amount, currency: currency.toLowerCase() };
}

/** Undefined for a value that is not an amount of that currency. */
export function fromStripeAmount({ amount, currency: lowerCase }: StripeAmount): Money | undefined {
  const currency = lowerCase.toUpperCase();
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amountMinor = factor >= 1 ? amount / factor : amount * Math.round(1 / factor);
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}

/** How many of Stripe's units make one ISO minor unit; undefined for a currency that Stripe does not know. */
function factorOf(currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) return undefined;
  if (wholeUnits.has(currency)) return 10 ** -exponent;
  if (emptyHundredths.has(currency)) return 10 ** (2 - exponent);
  if (thousandths.has(currency)) return 10 ** (3 - exponent);
  return exponent === 2 ? 1 : undefined;
}
