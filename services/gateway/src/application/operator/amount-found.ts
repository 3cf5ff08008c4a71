import { type Money, readAmount } from '@kassa/contracts';

/**
 * Converts the amount that an operator found at a channel.
 *
 * @param amount in major units of the order's currency; undefined if the operator named none @returns the amount; `impossible`
 * if it is not a valid amount of the currency
 */
export function amountFound(amount: number | undefined, currency: string): Money | 'impossible' | undefined {
  if (amount === undefined) return undefined;
  const reading = readAmount(String(amount), currency);
  return reading.kind === 'read' ? reading.money : 'impossible';
}
