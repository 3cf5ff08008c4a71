import type { BookedFee, ChannelFee } from '../domain/settlement/channel-fee.ts';

/** The fees that channels charged for movements of money, according to their books. Settlement reports show them. */
export interface ChannelFees {
  /** Records fees. If a movement's fee was recorded before, the new one takes its place. */
  record(fees: readonly BookedFee[]): Promise<void>;
  /** Finds the recorded fees of movements, by their booking IDs. Movements without a recorded fee are left out. */
  find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, ChannelFee>>;
}
