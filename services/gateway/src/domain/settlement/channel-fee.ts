import type { Money } from '@kassa/contracts';

/** The fee that a channel took for a movement of money, according to its books. Both amounts are in the settlement currency. */
export interface ChannelFee {
  /** Positive if the channel took money. */
  readonly fee: Money;
  /** The amount that the channel added to the account's balance; negative if the channel reduced the balance. */
  readonly net: Money;
}

/** A fee, with the time at which the channel booked the movement for which it took the fee. */
export interface DatedFee extends ChannelFee {
  readonly at: Date;
  /**
   * Set if the books show that the channel took a fee, but the gateway cannot read its amount. In that case, both amounts are
   * zero.
   */
  readonly isUnreadable?: true;
}

/** The fees that a channel took for the movements with one booking ID. */
export interface BookedFees {
  readonly bookingId: string;
  readonly fees: readonly DatedFee[];
}

/** All fees that a channel's books for one day show. */
export interface FeesOfDay {
  readonly channelId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Each booking ID at most once. */
  readonly booked: readonly BookedFees[];
  /** Set if the books for a part of the day do not exist any more or were never written, so that fees may be missing. */
  readonly mayLackFees?: true;
}

/**
 * Returns the booking ID: the ID under which a channel's books list the movements of one payment, refund or dispute in one
 * direction. The money of one refund or dispute can go out, come back and go out again, so several movements on different days
 * can have the same ID.
 *
 * @param key the key of the payment, refund or dispute (`entryKey`)
 */
export function bookingIdOf(channelId: string, key: string, direction: 'in' | 'out'): string {
  return `${channelId} ${key} ${direction}`;
}

/**
 * Returns the ID for fees that a channel took for processing a movement, separately from the movement itself. @param bookingId
 * the booking ID of the movement
 */
export function processingIdOf(bookingId: string): string {
  return `${bookingId} processing`;
}
