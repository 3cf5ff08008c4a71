import type { Filter } from 'mongodb';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { eventIdOf, orderIdOf } from '../../../domain/order/order-identifiers.ts';
import { FAILURES_BEFORE_PASSED_BY } from '../../../domain/webhook/order-of-events.ts';
import type { Clock, Moment } from '../../../ports/clock.ts';
import {
  type DeliveryOutcome,
  type DeliveryTry,
  type EventLog,
  type EventToTry,
  type LoggedEvent,
  type LogPosition,
  type LogSpan,
  MAX_KEPT_TRIES,
  type NewEvent,
} from '../../../ports/event-log.ts';
import { inDatabase } from './database-errors.ts';
import { GroupCommit } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';

interface EventDocument extends Omit<LoggedEvent, 'eventId'> {
  readonly _id: string;
}

const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required: true },
    merchantId: { type: String, required: true },
    orderId: { type: String, required: true },
    sequence: { type: Number, required: true },
    type: { type: String, required: true },
    body: { type: String, required: true },
    createdAt: { type: Date, required: true },
    loggedAt: { type: Date, required: true },
    delivery: {
      state: { type: String, required: true },
      failures: { type: Number, required: true },
      nextTryAt: { type: Date, default: null },
      leasedUntil: { type: Date, default: null },
      isResent: { type: Boolean, required: true },
      tries: { type: [Schema.Types.Mixed], required: true },
    },
  },
  { collection: 'events', versionKey: false, strict: 'throw' },
);
schema.index({ loggedAt: 1 });
schema.index(
  { 'delivery.nextTryAt': 1 },
  { partialFilterExpression: { 'delivery.nextTryAt': { $type: 'date' } } },
);
schema.index({ merchantId: 1, loggedAt: 1, _id: 1 });
schema.index({ loggedAt: -1, _id: -1 }, { partialFilterExpression: { 'delivery.state': 'failed' } });

export class MongoEventLog implements EventLog {
  readonly #clock: Clock;
  readonly #model: Model<EventDocument>;
  readonly #group: GroupCommit<EventDocument>;

  constructor(connection: Connection, clock: Clock) {
    this.#clock = clock;
    this.#model = connection.model<EventDocument>('Event', schema);
    // Noted when the batch leaves: while an event waits for that, the log must not seem to have it.
    this.#group = new GroupCommit(this.#model, (event) => ({ ...event, loggedAt: clock.now() }));
  }

  async append({ eventId, ...event }: NewEvent): Promise<'appended' | 'known'> {
    const loggedAt = this.#clock.now();
    const outcome = await this.#group.insert({ _id: eventId, ...event, loggedAt });
    return outcome === 'inserted' ? 'appended' : 'known';
  }

  async listPendingOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    const events = await this.listOfOrder(orderId);
    return events.filter((event) => event.delivery.state === 'pending');
  }

  removeEnded(before: Date, limit: number): Promise<number> {
    return inDatabase(async () => {
      const isOver = {
        loggedAt: { $lt: before },
        'delivery.state': { $in: ['delivered', 'failed'] },
      } as Filter<EventDocument>;
      const collection = nativeCollection(this.#model);
      const found = await collection.find(isOver, { projection: { _id: 1 }, limit }).toArray();
      if (found.length === 0) return 0;
      // Sent again by hand meanwhile, it is pending and stays.
      const { deletedCount } = await collection.deleteMany({
        ...isOver,
        _id: { $in: found.map(({ _id }) => _id) },
      });
      return deletedCount;
    });
  }

  listOfOrder(orderId: string): Promise<readonly LoggedEvent[]> {
    return inDatabase(async () => {
      // Event IDs begin with their order's, so the primary key finds them; no further index is needed.
      const documents = await this.#model
        .find({ _id: trusted(eventsOfOrder(orderId)) })
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

  firstToTry(): Promise<EventToTry | null> {
    return inDatabase(async () => {
      const [first] = await this.#model
        .find({ 'delivery.nextTryAt': trusted({ $type: 'date' }) }, { orderId: 1, 'delivery.nextTryAt': 1 })
        .sort({ 'delivery.nextTryAt': 1 })
        .limit(1)
        .lean<EventDocument[]>();
      const at = first?.delivery.nextTryAt ?? null;
      return first === undefined || at === null ? null : { eventId: first._id, orderId: first.orderId, at };
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
          $push: { 'delivery.tries': { $each: [{ ...latestTry }], $slice: -MAX_KEPT_TRIES } },
        },
      },
    });
  }

  find(eventIds: readonly string[]): Promise<readonly LoggedEvent[]> {
    return this.#list({ _id: { $in: [...eventIds] } }, 1, eventIds.length);
  }

  listOfMerchant(merchantId: string, span: LogSpan, limit: number): Promise<readonly LoggedEvent[]> {
    const { from, before, type, after } = span;
    const isBehind = after !== null && after.loggedAt >= from;
    return this.#list(
      {
        merchantId,
        loggedAt: {
          $gte: isBehind ? after.loggedAt : from,
          ...(before !== null && { $lt: before }),
        },
        ...(isBehind && {
          $or: [{ loggedAt: { $gt: after.loggedAt } }, { _id: { $gt: after.eventId } }],
        }),
        ...(type !== null && { type }),
      },
      1,
      limit,
    );
  }

  async lastOfMerchant(merchantId: string, loggedUpTo: Date): Promise<LogPosition | undefined> {
    const [last] = await this.#list({ merchantId, loggedAt: { $lte: loggedUpTo } }, -1, 1);
    return last;
  }

  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]> {
    return this.#list(
      {
        'delivery.state': 'failed',
        ...(merchantId !== null && { merchantId }),
        ...(before !== null && {
          loggedAt: { $lte: before.loggedAt },
          $or: [{ loggedAt: { $lt: before.loggedAt } }, { _id: { $lt: before.eventId } }],
        }),
      },
      -1,
      limit,
    );
  }

  countFailed(upTo: number): Promise<number> {
    return inDatabase(() =>
      nativeCollection(this.#model).countDocuments({ 'delivery.state': 'failed' }, { limit: upTo }),
    );
  }

  deliverAnew(eventIds: readonly string[], now: Date): Promise<void> {
    return inDatabase(async () => {
      const collection = nativeCollection(this.#model);
      const wanted = { _id: { $in: [...eventIds] } };
      const fromNow = {
        'delivery.state': 'pending',
        'delivery.failures': 0,
        'delivery.nextTryAt': now,
        'delivery.leasedUntil': null,
      } as const;
      const hasItsTurn = { $gt: 0, $lt: FAILURES_BEFORE_PASSED_BY };
      await collection.updateMany(
        { ...wanted, 'delivery.state': 'pending', 'delivery.failures': hasItsTurn },
        { $set: fromNow },
      );
      const hadItsTurn = { $gte: FAILURES_BEFORE_PASSED_BY };
      await collection.updateMany(
        {
          ...wanted,
          $or: [{ 'delivery.state': { $ne: 'pending' } }, { 'delivery.failures': hadItsTurn }],
        },
        { $set: { ...fromNow, 'delivery.isResent': true } },
      );
      const orderIds = new Set(eventIds.flatMap((eventId) => orderIdOf(eventId) ?? []));
      if (orderIds.size === 0) return;
      // They were put off until the next try of what they wait for, which is now.
      await collection.updateMany(
        {
          $or: [...orderIds].map((orderId) => ({ _id: eventsOfOrder(orderId) })),
          'delivery.state': 'pending',
          'delivery.failures': 0,
          'delivery.nextTryAt': { $gt: now },
        },
        { $set: { 'delivery.nextTryAt': now } },
      );
    });
  }

  #list(filter: Filter<EventDocument>, direction: 1 | -1, limit: number): Promise<readonly LoggedEvent[]> {
    return inDatabase(async () => {
      const documents = await nativeCollection(this.#model)
        .find(filter)
        .sort({ loggedAt: direction, _id: direction })
        .limit(limit)
        .toArray();
      return documents.map((document) => toLoggedEvent(document as EventDocument));
    });
  }
}

/** The IDs of an order's events, which begin alike. */
function eventsOfOrder(orderId: string) {
  const prefix = eventIdOf(orderId, 1).slice(0, -1);
  return { $gte: prefix, $lt: `${prefix}~` } as const;
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
