import type { DatedFee, FeesOfDay } from '../../src/domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';

export class InMemoryChannelFees implements ChannelFees {
  readonly #days = new Map<string, FeesOfDay>();

  async record(days: readonly FeesOfDay[]): Promise<void> {
    for (const day of days) this.#days.set(`${day.bookingId} ${day.date}`, day);
  }

  async find(bookingIds: readonly string[]): Promise<ReadonlyMap<string, readonly DatedFee[]>> {
    const found = [...this.#days.values()].filter(({ bookingId }) => bookingIds.includes(bookingId));
    return new Map(
      Array.from(
        Map.groupBy(found, ({ bookingId }) => bookingId),
        ([bookingId, days]) => [bookingId, days.flatMap(({ fees }) => fees)],
      ),
    );
  }
}
