import type { DatedFee, FeesOfDay } from '../domain/settlement/channel-fee.ts';

/** The fees that channels charged for movements of money, according to their books. Settlement reports show them. */
export interface ChannelFees {
  /**
   * Records the fees of a day in place of all fees that were recorded earlier for the same channel and day. If the books may be
   * incomplete, recorded fees are kept if their booking IDs are not in these books.
   */
  record(day: FeesOfDay): Promise<void>;
  /** Finds the recorded fees of all days by booking ID. Booking IDs without a fee are left out. */
  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>>;
}
