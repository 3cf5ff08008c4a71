import type { DatedFee, FeesOfDay } from '../domain/settlement/channel-fee.ts';

/** The fees that channels charged for movements of money, according to their books. Settlement reports show them. */
export interface ChannelFees {
  /**
   * Records the fees of a day. They replace all fees that were recorded earlier for the same channel and day. If the books may lack
   * fees, recorded fees with booking IDs that the books do not have are kept.
   */
  record(day: FeesOfDay): Promise<void>;
  /** Finds the recorded fees of all days by booking ID. Booking IDs without a fee are left out. */
  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>>;
}
