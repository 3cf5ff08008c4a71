import { code as iso4217 } from 'currency-codes';

/**
 * `€12.00` from 1200 minor units of EUR. Only strings are used, no floating-point numbers.
 *
 * @param locale BCP 47
 */
export function amountText(amountMinor: number, currency: string, locale: string): string {
  const digits = digitsOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(plainAmount(amountMinor, currency) as `${number}`);
}

/** `12.00` from 1200 minor units of EUR, as forms expect it. */
export function plainAmount(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  const padded = String(amountMinor).padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  return digits === 0 ? whole : `${whole}.${padded.slice(-digits)}`;
}

function digitsOf(currency: string): number {
  return iso4217(currency)?.digits ?? 2;
}
