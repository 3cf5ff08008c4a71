import { currencyExponent } from './currencies.ts';

/**
 * An amount of money: an integer number of minor units (cents for USD, yen for JPY, fils for KWD) and the ISO 4217 currency.
 * Only messages on the wire contain decimal amounts.
 */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/**
 * Maximum number of digits of an amount in minor units. Integers of up to fifteen digits stay below 2^53, so a JavaScript
 * number holds them exactly.
 */
export const MAX_AMOUNT_DIGITS = 15;

export type AmountRefusal =
  | 'unsupported_currency'
  | 'not_a_number'
  | 'not_positive'
  | 'too_many_decimals'
  | 'too_many_digits';

export type AmountReading =
  | { readonly kind: 'read'; readonly money: Money }
  | { readonly kind: 'refused'; readonly reason: AmountRefusal };

const jsonNumber = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** Maximum length of the text of an amount. No valid amount is longer, and a longer text is refused before any computation. */
const MAX_TEXT_LENGTH = 64;

/**
 * Reads an amount in major units from the source text of a JSON number. The result is exact: the currency's decimals only shift
 * the decimal point, and no floating point is used. `10`, `10.0`, `10.00` and `1e1` are all 1000 cents. A number that would
 * need rounding is refused.
 *
 * Amounts in a withdrawn currency are accepted, because its orders can still be refunded; `isChargeable` says whether a new
 * order can use a currency.
 *
 * @param text the number as written in the JSON, for example `10.00`
 * @param lowest `positive` for charges and refunds; `zero` where a free item is allowed, as in product prices
 */
export function readAmount(
  text: string,
  currency: string,
  lowest: 'positive' | 'zero' = 'positive',
): AmountReading {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) return { kind: 'refused', reason: 'unsupported_currency' };
  if (text.length > MAX_TEXT_LENGTH) return { kind: 'refused', reason: 'too_many_digits' };
  const match = jsonNumber.exec(text);
  if (match === null) return { kind: 'refused', reason: 'not_a_number' };
  const [, sign = '', whole = '', fraction = '', power = '0'] = match;

  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '');
  if (sign === '-') return { kind: 'refused', reason: 'not_positive' };
  if (significant === '') {
    return lowest === 'zero'
      ? { kind: 'read', money: { amountMinor: 0, currency } }
      : { kind: 'refused', reason: 'not_positive' };
  }
  const droppedZeros = (whole + fraction).length - (whole + fraction).replace(/0+$/, '').length;
  // The number of zeros to append to the significant digits, to get the amount in minor units. For `10.50` USD, the digits are
  // 105, and one zero gives 1050 cents.
  const zeros = Number(power) - fraction.length + droppedZeros + exponent;
  if (zeros < 0) return { kind: 'refused', reason: 'too_many_decimals' };
  if (significant.length + zeros > MAX_AMOUNT_DIGITS) return { kind: 'refused', reason: 'too_many_digits' };
  return { kind: 'read', money: { amountMinor: Number(significant + '0'.repeat(zeros)), currency } };
}

/**
 * Writes an amount as a decimal string with all decimals of its currency: `10.00`, `500`, `1.234`.
 *
 * @throws {RangeError} when the amount is negative or not an integer, or when the currency is unknown; wrongly guessed decimals
 * could show a hundred times the amount
 */
export function formatAmount(money: Money): string {
  const exponent = currencyExponent(money.currency);
  if (exponent === undefined || !Number.isSafeInteger(money.amountMinor) || money.amountMinor < 0) {
    throw new RangeError(`Not an amount of money: ${money.amountMinor} minor units of ${money.currency}.`);
  }
  const digits = String(money.amountMinor).padStart(exponent + 1, '0');
  if (exponent === 0) return digits;
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * Writes a sum of any size as a decimal string with all decimals of its currency, and with a minus sign if it is negative:
 * `-10.00`, `500`, `90071992547409930.00`.
 *
 * @throws {RangeError} when the currency is unknown
 */
export function formatSum(sumMinor: bigint, currency: string): string {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new RangeError(`Not a currency: ${currency}.`);
  const digits = String(sumMinor < 0n ? -sumMinor : sumMinor).padStart(exponent + 1, '0');
  const sign = sumMinor < 0n ? '-' : '';
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/**
 * The amount in major units as a JSON number. The number is exact: an amount has at most 15 digits, and a double with up to 15
 * digits prints as the same decimal string.
 *
 * @throws {RangeError} as `formatAmount`
 */
export function toWireAmount(money: Money): number {
  return Number(formatAmount(money));
}
