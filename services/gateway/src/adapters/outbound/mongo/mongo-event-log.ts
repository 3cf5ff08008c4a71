import { type Connection, type Model, Schema, trusted } from 'mongoose';
import type { Moment } from '../../../ports/clock.ts';
import type { DeliveryOutcome, DeliveryTry, EventLog, LoggedEvent } from '../../../ports/event-log.ts';
import { inDatabase } from './database-errors.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';

interface EventDocument extends Omit<LoggedEvent, 'eventId'> {
  readonly _id: string;
}

/** Events are kept for 30 days (decisions, section 10). */
const RETENTION_SECONDS = 30 * 24 * 60 * 60;

const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required: true },
    merchantId: { type: String, required: true },
    orderId: { type: String, required: true },
    sequence: { type: Number, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    createdAt: { type: Date, required: true },
    delivery: {
      state: { type: String, required: true },
      failures: { type: Number, required: true },
      nextTryAt: { type: Date, default: null },
      leasedUntil: { type: Date, default: null },
      tries: { type: [Schema.Types.Mixed], required: true },
    },
  },
  { collection: 'events', versionKey: false, strict: 'throw' },
);
schema.index({ createdAt: 1 }, { expireAfterSeconds: RETENTION_SECONDS });
schema.index(
  { 'delivery.nextTryAt': 1 },
  { partialFilterExpression: { 'delivery.nextTryAt': { $type: 'date' } } },
);

export class MongoEventLog implements EventLog {
  readonly #model: Model<EventDocument>;
  readonly #group: GroupCommit<EventDocument>;

  constructor(connection: Connection) {
    this.#model = connection.model<EventDocument>('Event', schema);
    this.#group = new GroupCommit(this.#model);
  }

  async append({ eventId, ...event }: LoggedEvent): Promise<'appended' | 'known'> {
    const outcome = await this.#group.insert({ _id: eventId, ...event });
    return outcome === 'inserted' ? 'appended' : 'known';
  }

  async listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    const events = await this.listOfOrder(orderId);
    return events.filter((event) => event.delivery.state === 'pending');
  }

  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return inDatabase(async () => {
      // Event IDs begin with their order's, so the primary key finds them; no further index is needed.
      const prefix = `evt_${orderId.slice('ord_'.length)}_`;
      const documents = await this.#model
        .find({ _id: trusted({ $gte: prefix, $lt: `${prefix}~` }) })
        .lean<EventDocument[]>();
      return documents.map(toLoggedEvent).sort((left, right) => left.sequence - right.sequence);
    });
  }

  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<readonly string[]> {
    return inDatabase(async () => {
      const due = await this.#model
        .find(
          {
            'delivery.nextTryAt': trusted({ $lte: at.business }),
            'delivery.leasedUntil': trusted({ $not: { $gt: at.real } }),
            merchantId: trusted({ $nin: [...exceptMerchants] }),
          },
          { orderId: 1 },
        )
        .sort({ 'delivery.nextTryAt': 1 })
        .limit(limit)
        .lean();
      return [...new Set(due.map(({ orderId }) => orderId))];
    });
  }

  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean> {
    return inDatabase(async () => {
      const { matchedCount } = await nativeCollection(this.#model).updateOne(
        { _id: eventId, ...dueAt(at) },
        { $set: { 'delivery.leasedUntil': leaseUntil } },
      );
      return matchedCount === 1;
    });
  }

  release(eventId: string, leaseUntil: Date): Promise<void> {
    return this.#group.update({
      updateOne: {
        filter: { _id: eventId, 'delivery.state': 'pending', 'delivery.leasedUntil': leaseUntil },
        update: { $set: { 'delivery.leasedUntil': null } },
      },
    });
  }

  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void> {
    return inDatabase(async () => {
      await nativeCollection(this.#model).updateMany(
        { _id: { $in: [...eventIds] }, ...dueAt(at) },
        { $set: { 'delivery.nextTryAt': until } },
      );
    });
  }

  recordTry(
    eventId: string,
    leaseUntil: Date,
    outcome: DeliveryOutcome,
    latestTry: DeliveryTry,
  ): Promise<void> {
    return this.#group.update({
      updateOne: {
        filter: { _id: eventId, 'delivery.state': 'pending', 'delivery.leasedUntil': leaseUntil },
        update: {
          $set: {
            'delivery.state': outcome.state,
            'delivery.failures': outcome.failures,
            'delivery.nextTryAt': outcome.nextTryAt,
            'delivery.leasedUntil': null,
          },
          $push: { 'delivery.tries': { ...latestTry } },
        },
      },
    });
  }
}

/** Pending, its time has come, and nobody has it in hand. */
function dueAt(at: Moment) {
  return {
    'delivery.state': 'pending',
    'delivery.nextTryAt': { $lte: at.business },
    'delivery.leasedUntil': { $not: { $gt: at.real } },
  } as const;
}

function toLoggedEvent({ _id, ...event }: EventDocument): LoggedEvent {
  // Events that were stored before there were leases have none.
  return {
    eventId: _id,
    ...event,
    delivery: { ...event.delivery, leasedUntil: event.delivery.leasedUntil ?? null },
  };
}
