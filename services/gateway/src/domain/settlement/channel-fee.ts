import type { Money } from '@kassa/contracts';

/** What a channel took for a movement of money, as its books say. Both amounts are in the currency of the settlement. */
export interface ChannelFee {
  /** Positive if the channel took money. */
  readonly fee: Money;
  /** What the channel added to the balance of the account; negative if it took it from there. */
  readonly net: Money;
}

/** A fee, with when the channel booked the movement that it was taken for. */
export interface DatedFee extends ChannelFee {
  readonly at: Date;
}

/** The fees that a channel's books of one day show for the movements with one booking ID. */
export interface FeesOfDay {
  readonly bookingId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly fees: readonly DatedFee[];
}

/**
 * Returns the ID under which a channel's books have the movements of one payment, refund or dispute in one direction. The money of
 * one refund or dispute can go out, come back and go out again. So several movements can have one ID, each on a day of its own.
 *
 * @param key the key of the payment, refund or dispute (`entryKey`)
 */
export function bookingIdOf(channelId: string, key: string, direction: 'in' | 'out'): string {
  return `${channelId} ${key} ${direction}`;
}
