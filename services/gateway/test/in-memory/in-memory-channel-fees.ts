import type { DatedFee, FeesOfDay } from '../../src/domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';

export class InMemoryChannelFees implements ChannelFees {
  readonly #days = new Map<string, FeesOfDay>();

  async record(day: FeesOfDay): Promise<void> {
    this.#days.set(`${day.channelId} ${day.date}`, day);
  }

  async find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>> {
    const found = [...this.#days.values()]
      .flatMap(({ booked }) => booked)
      .filter(({ bookingId }) => bookingIds.includes(bookingId));
    return new Map(
      Array.from(
        Map.groupBy(found, ({ bookingId }) => bookingId),
        ([bookingId, all]) => [bookingId, all.flatMap(({ fees }) => fees)],
      ),
    );
  }
}
