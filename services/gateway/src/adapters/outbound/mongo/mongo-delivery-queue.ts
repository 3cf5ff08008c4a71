import { type Connection, type Model, trusted } from 'mongoose';
import { eventIdOf, orderIdOf } from '../../../domain/order/order-identifiers.ts';
import { FAILURES_BEFORE_PASSED_BY } from '../../../domain/webhook/order-of-events.ts';
import type { Moment } from '../../../ports/clock.ts';
import {
  type DeliveryOutcome,
  type DeliveryQueue,
  type EventToTry,
  eachOrderOnce,
  MAX_KEPT_TRIES,
  type OrdersDue,
} from '../../../ports/delivery-queue.ts';
import type { DeliveryTry, LoggedEvent, LogPosition } from '../../../ports/logged-event.ts';
import { inDatabase } from './database-errors.ts';
import { dated } from './dated.ts';
import {
  type EventDocument,
  eventModel,
  eventsOfOrder,
  listByPosition,
  listOfOrder,
  toLoggedEvent,
} from './event-documents.ts';
import { EventLeases } from './event-leases.ts';
import { GroupCommit } from './group-commit.ts';

/**
 * The largest number of events of one order that are looked up by their IDs. IDs of different orders share a command, but the
 * database finds more events faster as a range.
 */
const MOST_BY_ID = 8;

export class MongoDeliveryQueue implements DeliveryQueue {
  readonly #model: Model<EventDocument>;
  readonly #group: GroupCommit<EventDocument>;
  readonly #leases: EventLeases;

  constructor(connection: Connection) {
    this.#model = eventModel(connection);
    this.#group = new GroupCommit(this.#model);
    this.#leases = new EventLeases(this.#model, dueAt);
  }

  async listPendingOfOrder(
    orderId: string,
    lastSequence = Number.POSITIVE_INFINITY,
  ): Promise<readonly LoggedEvent[]> {
    const events =
      lastSequence > MOST_BY_ID
        ? await listOfOrder(this.#model, orderId)
        : await this.#findUpTo(orderId, lastSequence);
    return events.filter((event) => event.delivery.state === 'pending');
  }

  async #findUpTo(orderId: string, lastSequence: number): Promise<readonly LoggedEvent[]> {
    const eventIds = Array.from({ length: lastSequence }, (_, index) => eventIdOf(orderId, index + 1));
    const found = await Promise.all(eventIds.map((eventId) => this.#group.find(eventId)));
    return found.filter((document) => document !== undefined).map(toLoggedEvent);
  }

  listOrdersDue(at: Moment, limit: number, exceptMerchants: readonly string[]): Promise<OrdersDue> {
    return inDatabase(async () => {
      const due = await this.#model
        .find(
          {
            'delivery.nextTryAt': dated({ $lte: at.business }),
            'delivery.leasedUntil': trusted({ $not: { $gt: at.real } }),
            // With `$nin`, DocumentDB would read the whole index that begins with the merchant.
            $nor: [{ merchantId: trusted({ $in: [...exceptMerchants] }) }],
          },
          { orderId: 1, sequence: 1 },
        )
        .sort({ 'delivery.nextTryAt': 1 })
        .limit(limit)
        .lean();
      return { orders: eachOrderOnce(due), areAll: exceptMerchants.length === 0 && due.length < limit };
    });
  }

  firstToTry(): Promise<EventToTry | null> {
    return inDatabase(async () => {
      const [first] = await this.#model
        .find({ 'delivery.nextTryAt': dated() }, { orderId: 1, 'delivery.nextTryAt': 1 })
        .sort({ 'delivery.nextTryAt': 1 })
        .limit(1)
        .lean<EventDocument[]>();
      const at = first?.delivery.nextTryAt ?? null;
      return first === undefined || at === null ? null : { eventId: first._id, orderId: first.orderId, at };
    });
  }

  take(eventId: string, at: Moment, leaseUntil: Date): Promise<boolean> {
    return this.#leases.take({ eventId, at, leaseUntil });
  }

  release(eventId: string, leaseUntil: Date): Promise<void> {
    return this.#group.update({
      filter: { _id: eventId, 'delivery.state': 'pending', 'delivery.leasedUntil': leaseUntil },
      update: { $set: { 'delivery.leasedUntil': null } },
    });
  }

  postpone(eventIds: readonly string[], at: Moment, until: Date): Promise<void> {
    return inDatabase(async () => {
      await this.#model.updateMany(
        { _id: trusted({ $in: [...eventIds] }), ...dueAt(at) },
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
    });
  }

  listFailed(
    merchantId: string | null,
    before: LogPosition | null,
    limit: number,
  ): Promise<readonly LoggedEvent[]> {
    return listByPosition(
      this.#model,
      {
        ...hasFailed(before?.loggedAt),
        ...(merchantId !== null && { merchantId }),
        ...(before !== null && {
          $or: [{ loggedAt: trusted({ $lt: before.loggedAt }) }, { _id: trusted({ $lt: before.eventId }) }],
        }),
      },
      -1,
      limit,
    );
  }

  countFailed(upTo: number): Promise<number> {
    return inDatabase(() => this.#model.countDocuments(hasFailed(), { limit: upTo }));
  }

  deliverAnew(eventIds: readonly string[], now: Date): Promise<void> {
    return inDatabase(async () => {
      const wanted = { _id: trusted({ $in: [...eventIds] }) };
      const fromNow = {
        'delivery.state': 'pending',
        'delivery.failures': 0,
        'delivery.nextTryAt': now,
        'delivery.leasedUntil': null,
      } as const;
      const hasItsTurn = trusted({ $gt: 0, $lt: FAILURES_BEFORE_PASSED_BY });
      await this.#model.updateMany(
        { ...wanted, 'delivery.state': 'pending', 'delivery.failures': hasItsTurn },
        { $set: fromNow },
      );
      const hadItsTurn = trusted({ $gte: FAILURES_BEFORE_PASSED_BY });
      await this.#model.updateMany(
        {
          ...wanted,
          $or: [{ 'delivery.state': trusted({ $ne: 'pending' }) }, { 'delivery.failures': hadItsTurn }],
        },
        { $set: { ...fromNow, 'delivery.isResent': true } },
      );
      const orderIds = new Set(eventIds.flatMap((eventId) => orderIdOf(eventId) ?? []));
      if (orderIds.size === 0) return;
      // The events of an order are delivered one after another. So the events that waited for the resent event are now
      // immediately due too.
      await this.#model.updateMany(
        {
          $or: [...orderIds].map((orderId) => ({ _id: trusted(eventsOfOrder(orderId)) })),
          'delivery.state': 'pending',
          'delivery.failures': 0,
          'delivery.nextTryAt': trusted({ $gt: now }),
        },
        { $set: { 'delivery.nextTryAt': now } },
      );
    });
  }
}

/**
 * A filter for events that were given up, and that were logged before the given time. Because of the range of time, the
 * database can use the partial index of these events.
 */
function hasFailed(upTo?: Date) {
  return { 'delivery.state': 'failed', loggedAt: dated(upTo && { $lte: upTo }) } as const;
}

/** Pending, due, and not leased. */
function dueAt(at: Moment) {
  return {
    'delivery.state': 'pending',
    'delivery.nextTryAt': trusted({ $lte: at.business }),
    'delivery.leasedUntil': trusted({ $not: { $gt: at.real } }),
  } as const;
}
