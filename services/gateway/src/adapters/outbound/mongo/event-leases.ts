import { randomBytes } from 'node:crypto';
import { type Model, trusted } from 'mongoose';
import type { Moment } from '../../../ports/clock.ts';
import { Batches } from './batches.ts';
import { inDatabase } from './database-errors.ts';
import type { EventDocument } from './event-documents.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

interface WantedLease {
  readonly eventId: string;
  readonly at: Moment;
  readonly leaseUntil: Date;
}

/** A filter for events that can be leased. */
type DueAt = (at: Moment) => Readonly<Record<string, unknown>>;

/**
 * Leases events. Leases that are wanted at the same time, and that end at the same time, are taken with one command. Its result
 * says only how many events it leased. If it leased fewer than were wanted, the events are read back: those with the ID of this
 * command were leased by it.
 */
export class EventLeases {
  readonly #model: Model<EventDocument>;
  readonly #dueAt: DueAt;
  readonly #batches: Batches<WantedLease, boolean>;

  constructor(model: Model<EventDocument>, dueAt: DueAt) {
    this.#model = model;
    this.#dueAt = dueAt;
    this.#batches = new Batches((wanted) => inDatabase(() => this.#takeAll(wanted)));
  }

  /** Returns whether the event was leased to the caller. */
  take(lease: WantedLease): Promise<boolean> {
    return this.#batches.add(lease);
  }

  async #takeAll(wanted: readonly WantedLease[]): Promise<readonly boolean[]> {
    const groups = new Map<number, Map<string, WantedLease>>();
    for (const lease of wanted) {
      const group = groups.get(lease.leaseUntil.getTime()) ?? new Map<string, WantedLease>();
      // Of several callers who want the same event, only the first one gets it.
      if (!group.has(lease.eventId)) group.set(lease.eventId, lease);
      groups.set(lease.leaseUntil.getTime(), group);
    }
    const taken = new Set<WantedLease>();
    for (const group of groups.values()) {
      const leased = await this.#takeGroup([...group.values()]);
      for (const eventId of leased) taken.add(group.get(eventId) as WantedLease);
    }
    return wanted.map((lease) => taken.has(lease));
  }

  /** Takes leases that end at the same time. Returns the IDs of the leased events. */
  async #takeGroup(leases: readonly WantedLease[]): Promise<readonly string[]> {
    const eventIds = leases.map(({ eventId }) => eventId).sort();
    const leasedUntil = leases[0]?.leaseUntil;
    const leaseId = randomBytes(12).toString('base64url');
    const { matchedCount } = await writtenInSpiteOfConflicts(() =>
      this.#model.updateMany(
        { _id: trusted({ $in: eventIds }), ...this.#dueAt(earliest(leases.map(({ at }) => at))) },
        { $set: { 'delivery.leasedUntil': leasedUntil, leaseId } },
      ),
    );
    if (matchedCount === eventIds.length) return eventIds;
    const leased = await this.#model.find({ _id: trusted({ $in: eventIds }), leaseId }, { _id: 1 }).lean();
    return leased.map(({ _id }) => _id);
  }
}

/** An event that was due and free at the earliest of these moments was so at all of them. */
function earliest(moments: readonly Moment[]): Moment {
  const firstOf = (times: readonly Date[]) => new Date(Math.min(...times.map((time) => time.getTime())));
  return {
    business: firstOf(moments.map(({ business }) => business)),
    real: firstOf(moments.map(({ real }) => real)),
  };
}
