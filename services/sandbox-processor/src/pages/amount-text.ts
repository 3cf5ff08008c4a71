import { code as iso4217 } from 'currency-codes';

/**
 * An amount for people: `€12.00` from 1200 minor units of EUR. It is computed with strings only, without floating-point
 * numbers.
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

/** An amount as the forms of banks expect it: `12.00` from 1200 minor units of EUR. */
export function plainAmount(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  const padded = String(amountMinor).padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  return digits === 0 ? whole : `${whole}.${padded.slice(-digits)}`;
}

function digitsOf(currency: string): number {
  return iso4217(currency)?.digits ?? 2;
}
