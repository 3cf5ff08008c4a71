import { eventTypes } from '@kassa/contracts';
import { type Connection, type Model, type QueryFilter, trusted } from 'mongoose';
import { eventIdOf } from '../../../domain/order/order-identifiers.ts';
import type { DeliveryTry, EventDelivery, LoggedEvent } from '../../../ports/logged-event.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase } from './database-errors.ts';
import {
  absentOr,
  anyNumber,
  collectionSchema,
  listOf,
  moment,
  oneOf,
  orNull,
  part,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/**
 * A stored event. The document also contains the state of the event's delivery, so one collection is both the event log and the
 * delivery queue.
 */
export interface EventDocument extends Omit<LoggedEvent, 'eventId'>, StoredDocument {
  /** The ID of the command that leased the event last. Absent if no command has leased it since it was logged. */
  readonly leaseId?: string;
}

const schema = collectionSchema<EventDocument>('events', {
  merchantId: text,
  orderId: text,
  sequence: whole,
  type: oneOf(...eventTypes),
  body: text,
  createdAt: moment,
  trace: absentOr(text),
  loggedAt: moment,
  delivery: part<EventDelivery>({
    state: oneOf('pending', 'delivered', 'failed'),
    failures: whole,
    nextTryAt: orNull(moment),
    leasedUntil: orNull(moment),
    isResent: yesOrNo,
    tries: listOf(
      part<DeliveryTry>({
        at: moment,
        durationMs: anyNumber,
        httpStatus: orNull(whole),
        error: orNull(text),
        answer: text,
      }),
    ),
  }),
  leaseId: absentOr(text),
});
schema.index({ createdAt: 1 });
schema.index(
  { 'delivery.nextTryAt': 1 },
  { partialFilterExpression: { 'delivery.nextTryAt': { $type: 'date' } } },
);
schema.index({ merchantId: 1, loggedAt: 1, _id: 1 });
schema.index({ loggedAt: -1, _id: -1 }, { partialFilterExpression: { 'delivery.state': 'failed' } });

export function eventModel(connection: Connection): Model<EventDocument> {
  return collectionModel(connection, 'Event', schema);
}

export function toEventDocument({ eventId: _id, ...event }: LoggedEvent): EventDocument {
  return { _id, schema: schemaNumbers.events, ...event };
}

export function toLoggedEvent({ _id, schema: _, leaseId: __, ...event }: EventDocument): LoggedEvent {
  return { eventId: _id, ...event };
}

/** A filter for the IDs of a payment order's events. They all begin with the same prefix. */
export function eventsOfOrder(orderId: string) {
  const prefix = eventIdOf(orderId, 1).slice(0, -1);
  return { $gte: prefix, $lt: `${prefix}~` } as const;
}

/** Sorts events by the time at which they were logged, or in reverse. */
export function listByPosition(
  model: Model<EventDocument>,
  filter: QueryFilter<EventDocument>,
  direction: 1 | -1,
  limit: number,
): Promise<readonly LoggedEvent[]> {
  return inDatabase(async () => {
    const documents = await model
      .find(filter)
      .sort({ loggedAt: direction, _id: direction })
      .limit(limit)
      .lean<EventDocument[]>();
    return documents.map(toLoggedEvent);
  });
}

/** An order's events, by sequence. */
export function listOfOrder(model: Model<EventDocument>, orderId: string): Promise<readonly LoggedEvent[]> {
  return inDatabase(async () => {
    // An event's ID begins with the ID of its payment order. So the primary key finds an order's events, and no other index is
    // needed.
    const documents = await model.find({ _id: trusted(eventsOfOrder(orderId)) }).lean<EventDocument[]>();
    return documents.map(toLoggedEvent).sort((left, right) => left.sequence - right.sequence);
  });
}
