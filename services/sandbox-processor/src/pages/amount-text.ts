import { code as iso4217 } from 'currency-codes';

/**
 * Formats an amount for people: 1200 minor units of EUR become `€12.00`. No floating-point numbers are used.
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

/** Formats an amount for the forms of banks: 1200 minor units of EUR become `12.00`. */
export function plainAmount(amountMinor: number, currency: string): string {
  const digits = digitsOf(currency);
  const padded = String(amountMinor).padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  return digits === 0 ? whole : `${whole}.${padded.slice(-digits)}`;
}

function digitsOf(currency: string): number {
  return iso4217(currency)?.digits ?? 2;
}
