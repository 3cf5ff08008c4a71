import type { Filter } from 'mongodb';
import { type Connection, type Model, Schema, trusted } from 'mongoose';
import { eventIdOf } from '../../../domain/order/order-identifiers.ts';
import type { LoggedEvent } from '../../../ports/logged-event.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/** How an event is stored: together with its delivery, so that the log and the queue are one collection. */
export interface EventDocument extends Omit<LoggedEvent, 'eventId'>, StoredDocument {}

const schema = new Schema<EventDocument>(
  {
    _id: { type: String, required: true },
    schema: { type: Number, required: true },
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
  { collection: 'events', versionKey: false, strict: 'throw', suppressReservedKeysWarning: true },
);
schema.index({ createdAt: 1 });
schema.index(
  { 'delivery.nextTryAt': 1 },
  { partialFilterExpression: { 'delivery.nextTryAt': { $type: 'date' } } },
);
schema.index({ merchantId: 1, loggedAt: 1, _id: 1 });
schema.index({ loggedAt: -1, _id: -1 }, { partialFilterExpression: { 'delivery.state': 'failed' } });

export function eventModel(connection: Connection): Model<EventDocument> {
  return connection.model<EventDocument>('Event', schema);
}

export function toEventDocument({ eventId: _id, ...event }: LoggedEvent): EventDocument {
  return { _id, schema: schemaNumbers.events, ...event };
}

function toLoggedEvent({ _id, schema: _, ...event }: EventDocument): LoggedEvent {
  return { eventId: _id, ...event };
}

/** A filter on the IDs of an order's events, which share a prefix. */
export function eventsOfOrder(orderId: string) {
  const prefix = eventIdOf(orderId, 1).slice(0, -1);
  return { $gte: prefix, $lt: `${prefix}~` } as const;
}

/** Lists events by their position in the log. */
export function listByPosition(
  model: Model<EventDocument>,
  filter: Filter<EventDocument>,
  direction: 1 | -1,
  limit: number,
): Promise<readonly LoggedEvent[]> {
  return inDatabase(async () => {
    const documents = await nativeCollection(model)
      .find(filter)
      .sort({ loggedAt: direction, _id: direction })
      .limit(limit)
      .toArray();
    return documents.map((document) => toLoggedEvent(document as EventDocument));
  });
}

/** An order's events, by sequence. */
export function listOfOrder(model: Model<EventDocument>, orderId: string): Promise<readonly LoggedEvent[]> {
  return inDatabase(async () => {
    // An event's ID begins with its order's ID, so the primary key finds the events; no other index is needed.
    const documents = await model.find({ _id: trusted(eventsOfOrder(orderId)) }).lean<EventDocument[]>();
    return documents.map(toLoggedEvent).sort((left, right) => left.sequence - right.sequence);
  });
}
