import type { DatedFee, FeesOfDay } from '../domain/settlement/channel-fee.ts';

/** The fees that channels charged for movements of money, according to their books. Settlement reports show them. */
export interface ChannelFees {
  /** Records the fees of a day. They take the place of all that were recorded before for the same channel and day. */
  record(day: FeesOfDay): Promise<void>;
  /** Finds the fees of all days, by booking ID. Booking IDs without a recorded fee are left out. */
  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>>;
}
