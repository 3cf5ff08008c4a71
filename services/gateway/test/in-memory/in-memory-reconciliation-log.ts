import type { Moment } from '../../src/ports/clock.ts';
import type {
  ChannelDay,
  DueDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
} from '../../src/ports/reconciliation-log.ts';

const NEVER = new Date(8.64e15);

export class InMemoryReconciliationLog implements ReconciliationLog {
  readonly #records = new Map<string, ReconciliationRecord>();
  readonly #dueAt = new Map<string, Date>();

  async datesOf(channelId: string, upTo: string): Promise<readonly string[]> {
    return [...this.#records.values()]
      .filter((record) => record.channelId === channelId && record.date <= upTo)
      .map(({ date }) => date)
      .sort();
  }

  async open(days: readonly DueDay[]): Promise<void> {
    for (const { channelId, date, dueAt } of days) {
      if (this.#records.has(keyOf({ channelId, date }))) continue;
      this.#keep({ channelId, date, claimedUntil: null, outcome: null }, dueAt);
    }
  }

  async reopen(datedAfter: Date, dueAtOf: (date: string) => Date): Promise<void> {
    for (const [key, { date, outcome }] of this.#records) {
      const dated = outcome?.kind === 'compared' ? (outcome.unavailable ?? outcome) : outcome;
      if (dated && dated.at > datedAfter) this.#dueAt.set(key, dueAtOf(date));
    }
  }

  async listDue(
    channelIds: readonly string[],
    { business, real }: Moment,
    limit: number,
  ): Promise<readonly ChannelDay[]> {
    return (await this.list(null, Number.POSITIVE_INFINITY))
      .filter(({ channelId }) => channelIds.includes(channelId))
      .filter((record) => (this.#dueAt.get(keyOf(record)) ?? NEVER) <= business)
      .filter(({ claimedUntil }) => claimedUntil === null || claimedUntil <= real)
      .slice(0, limit)
      .map(({ channelId, date }) => ({ channelId, date }));
  }

  async claim(
    { channelId, date, dueAt }: DueDay,
    { now, until }: { now: Date; until: Date },
  ): Promise<'claimed' | 'in_hand'> {
    const record = this.#records.get(keyOf({ channelId, date }));
    if (record?.claimedUntil && record.claimedUntil > now) return 'in_hand';
    const claimed = { channelId, date, claimedUntil: until, outcome: record?.outcome ?? null };
    if (record === undefined) this.#keep(claimed, dueAt);
    else this.#records.set(keyOf(record), claimed);
    return 'claimed';
  }

  async conclude(
    day: ChannelDay,
    claimedUntil: Date,
    outcome: ReconciliationOutcome,
    dueAt: Date | null,
  ): Promise<void> {
    const record = this.#records.get(keyOf(day));
    if (record?.claimedUntil?.getTime() !== claimedUntil.getTime()) return;
    this.#keep({ ...record, claimedUntil: null, outcome }, dueAt);
  }

  async find(day: ChannelDay): Promise<ReconciliationRecord | undefined> {
    return this.#records.get(keyOf(day));
  }

  async list(after: ChannelDay | null, limit: number): Promise<readonly ReconciliationRecord[]> {
    return [...this.#records]
      .filter(([key]) => after === null || key < keyOf(after))
      .sort(([one], [other]) => (one < other ? 1 : -1))
      .slice(0, limit)
      .map(([, record]) => record);
  }

  #keep(record: ReconciliationRecord, dueAt: Date | null): void {
    this.#records.set(keyOf(record), record);
    if (dueAt === null) this.#dueAt.delete(keyOf(record));
    else this.#dueAt.set(keyOf(record), dueAt);
  }
}

function keyOf({ date, channelId }: ChannelDay): string {
  return `${date} ${channelId}`;
}
