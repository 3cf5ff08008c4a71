import type { BookedFees, DatedFee, FeesOfDay } from '../../src/domain/settlement/channel-fee.ts';
import type { ChannelFees } from '../../src/ports/channel-fees.ts';

export class InMemoryChannelFees implements ChannelFees {
  readonly #days = new Map<string, FeesOfDay>();

  async record(day: FeesOfDay): Promise<void> {
    const key = `${day.channelId} ${day.date}`;
    const known = day.mayLackFees ? (this.#days.get(key)?.booked ?? []) : [];
    const isKept = ({ bookingId }: BookedFees) => day.booked.every((each) => each.bookingId !== bookingId);
    this.#days.set(key, { ...day, booked: [...known.filter(isKept), ...day.booked] });
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
