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

/** What a channel took for the movements with one booking ID. */
export interface BookedFees {
  readonly bookingId: string;
  readonly fees: readonly DatedFee[];
}

/** All fees that a channel's books of one day show. */
export interface FeesOfDay {
  readonly channelId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Each booking ID at most once. */
  readonly booked: readonly BookedFees[];
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
