import type { Money } from '@kassa/contracts';

export function isSameMoney(left: Money, right: Money): boolean {
  return left.amountMinor === right.amountMinor && left.currency === right.currency;
}
