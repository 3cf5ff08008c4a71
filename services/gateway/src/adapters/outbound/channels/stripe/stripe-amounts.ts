import { currencyExponent, type Money } from '@kassa/contracts';

/**
 * Stripe counts some currencies in other units than ISO 4217 does (Stripe's documentation, "Supported currencies":
 * zero-decimal and three-decimal currencies, special cases).
 */

/** As whole units, also where ISO has decimals. */
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
/** In thousandths, of which the last digit must be 0. */
const thousandths: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
/** In hundredths for compatibility, although they have none: only whole units can be charged. */
const emptyHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX']);

/** An amount as Stripe writes it, with its currency in lower case. */
export interface StripeAmount {
  readonly amount: number;
  readonly currency: string;
}

/** Undefined where Stripe can not charge exactly this amount: nothing is rounded. */
export function toStripeAmount({ amountMinor, currency }: Money): StripeAmount | undefined {
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amount = factor >= 1 ? amountMinor * factor : amountMinor / Math.round(1 / factor);
  if (!Number.isSafeInteger(amount)) return undefined;
  if (thousandths.has(currency) && amount % 10 !== 0) return undefined;
  return { amount, currency: currency.toLowerCase() };
}

/** Undefined where it is no amount of that currency. */
export function fromStripeAmount({ amount, currency: lowerCase }: StripeAmount): Money | undefined {
  const currency = lowerCase.toUpperCase();
  const factor = factorOf(currency);
  if (factor === undefined) return undefined;
  const amountMinor = factor >= 1 ? amount / factor : amount * Math.round(1 / factor);
  return Number.isSafeInteger(amountMinor) ? { amountMinor, currency } : undefined;
}

/** How many of Stripe's units one ISO minor unit is; undefined for a currency that Stripe does not know. */
function factorOf(currency: string): number | undefined {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) return undefined;
  if (wholeUnits.has(currency)) return 10 ** -exponent;
  if (emptyHundredths.has(currency)) return 10 ** (2 - exponent);
  if (thousandths.has(currency)) return 10 ** (3 - exponent);
  return exponent === 2 ? 1 : undefined;
}
