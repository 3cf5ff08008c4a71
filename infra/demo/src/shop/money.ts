/** The shop sells in US dollars and computes in cents, because sums of decimal numbers would not be exact. */
export const CURRENCY = 'USD';

const format = new Intl.NumberFormat('en', { style: 'currency', currency: CURRENCY });

/** An amount as the gateway takes it: `14.50` from 1450 cents. */
export function decimalText(amountMinor: number): string {
  const digits = String(amountMinor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * The cents of an amount that a person typed: 1450 from `14.5`. Undefined if the text is not an amount in dollars and cents.
 */
export function minorFromText(text: string): number | undefined {
  const [, whole, cents = ''] = /^([0-9]{1,12})(?:\.([0-9]{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole + cents.padEnd(2, '0'));
}

/** `$14.50` from 1450, for people. */
export function priceText(amountMinor: number): string {
  return format.format(decimalText(amountMinor) as `${number}`);
}
