import type { Money } from '@kassa/contracts';

/** What a channel took for a movement of money, as its books say. Both amounts are in the currency of the settlement. */
export interface ChannelFee {
  /** Positive if the channel took money. */
  readonly fee: Money;
  /** What the channel added to the balance of the account; negative if it took it from there. */
  readonly net: Money;
}

/** A channel's fee with the ID of the movement that it was taken for. */
export interface BookedFee extends ChannelFee {
  readonly bookingId: string;
}

/**
 * Returns the ID of a movement of money in a channel's books. The money of one refund or dispute can go out and come back, so
 * the ID contains the direction.
 *
 * @param key the key of the payment, refund or dispute (`entryKey`)
 */
export function bookingIdOf(channelId: string, key: string, direction: 'in' | 'out'): string {
  return `${channelId} ${key} ${direction}`;
}
