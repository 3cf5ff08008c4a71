import { currencyExponent } from '@kassa/contracts';

/** Formats an amount for people, with all decimals of its currency: `10.00 USD`. */
export function amountText(amount: number, currencyCode: string): string {
  const exponent = currencyExponent(currencyCode);
  return `${exponent === undefined ? amount : amount.toFixed(exponent)} ${currencyCode}`;
}
