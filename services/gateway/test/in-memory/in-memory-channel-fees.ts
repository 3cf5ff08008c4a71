import type { BookedFee, ChannelFee } from '../../src/domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';

export class InMemoryChannelFees implements ChannelFees {
  readonly #fees = new Map<string, ChannelFee>();

  async record(fees: readonly BookedFee[]): Promise<void> {
    for (const { bookingId, fee, net } of fees) this.#fees.set(bookingId, { fee, net });
  }

  async find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, ChannelFee>> {
    return new Map(
      bookingIds.flatMap((id): [string, ChannelFee][] => {
        const fee = this.#fees.get(id);
        return fee === undefined ? [] : [[id, fee]];
      }),
    );
  }
}
