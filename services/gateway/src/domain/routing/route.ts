import type { Money } from '@kassa/contracts';
import { readAmount } from '@kassa/contracts';

/** A rule that sends payments to a channel if they meet all of its conditions. */
export interface Route {
  /**
   * The ID of a channel, or a channel type. A type stands for the merchant's own account of this type. If the merchant has
   * none, it stands for the deployment's account.
   */
  readonly channel: string;
  /** Codes of methods; null for every method. */
  readonly methods: readonly string[] | null;
  /** ISO 4217 codes; null for every currency. */
  readonly currencies: readonly string[] | null;
  /**
   * The lowest amount of a payment that the route takes, as a decimal string in major units; null for no limit. A route with a
   * limit must name its currencies. The limit must be a valid amount in each of them: `10.50` is not valid for JPY, which has
   * no decimals.
   */
  readonly minAmount: string | null;
  readonly maxAmount: string | null;
}

/**
 * The result of checking whether a payment may use a route. It is `serves` if the payment meets all conditions of the route.
 * Otherwise, it names the first condition that the payment does not meet.
 */
export type RouteVerdict = 'serves' | 'other_channel' | 'other_method' | 'other_currency' | 'other_amount';

export function judgeRoute(
  route: Route,
  channel: { readonly channelId: string; readonly channelType: string },
  methodCode: string,
  amount: Money,
): RouteVerdict {
  if (route.channel !== channel.channelId && route.channel !== channel.channelType) return 'other_channel';
  if (route.methods !== null && !route.methods.includes(methodCode)) return 'other_method';
  if (route.currencies !== null && !route.currencies.includes(amount.currency)) return 'other_currency';
  const isTooLow = route.minAmount !== null && amount.amountMinor < minorOf(route.minAmount, amount.currency);
  const isTooHigh =
    route.maxAmount !== null && amount.amountMinor > minorOf(route.maxAmount, amount.currency);
  return isTooLow || isTooHigh ? 'other_amount' : 'serves';
}

function minorOf(decimalText: string, currency: string): number {
  const reading = readAmount(decimalText, currency, 'zero');
  // A stored route contains no invalid limit, because `refuseRoutes` refuses limits that are not valid amounts in the route's
  // currencies.
  if (reading.kind === 'refused') throw new RangeError(`${decimalText} is not an amount of ${currency}`);
  return reading.money.amountMinor;
}
