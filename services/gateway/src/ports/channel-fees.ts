import type { DatedFee, FeesOfDay } from '../domain/settlement/channel-fee.ts';

/** The fees that channels charged for movements of money, according to their books. Settlement reports show them. */
export interface ChannelFees {
  /** Records fees. They take the place of those that were recorded before for the same booking ID and day. */
  record(fees: readonly FeesOfDay[]): Promise<void>;
  /** Finds the fees of all days, by booking ID. Booking IDs without a recorded fee are left out. */
  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>>;
}
