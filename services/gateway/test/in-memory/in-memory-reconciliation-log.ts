import type {
  ChannelDay,
  ReconciliationLog,
  ReconciliationOutcome,
  ReconciliationRecord,
} from '../../src/ports/reconciliation-log.ts';

export class InMemoryReconciliationLog implements ReconciliationLog {
  readonly #records = new Map<string, ReconciliationRecord>();

  async claim(day: ChannelDay, { now, until }: { now: Date; until: Date }): Promise<'claimed' | 'in_hand'> {
    const record = this.#records.get(keyOf(day));
    if (record?.claimedUntil && record.claimedUntil > now) return 'in_hand';
    this.#records.set(keyOf(day), { ...day, claimedUntil: until, outcome: record?.outcome ?? null });
    return 'claimed';
  }

  async conclude(day: ChannelDay, claimedUntil: Date, outcome: ReconciliationOutcome): Promise<void> {
    const record = this.#records.get(keyOf(day));
    if (record?.claimedUntil?.getTime() !== claimedUntil.getTime()) return;
    this.#records.set(keyOf(day), { ...record, claimedUntil: null, outcome });
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
}

function keyOf({ date, channelId }: ChannelDay): string {
  return `${date} ${channelId}`;
}
