import { type Connection, type Model, trusted } from 'mongoose';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { AwaitedLane } from '../../../domain/order/schedule.ts';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import type { OrderMoney } from '../../../domain/settlement/money-moves.ts';
import type { TimeSpan } from '../../../domain/time-span.ts';
import { OrderArchived } from '../../../ports/order-archived.ts';
import { collectionModel } from './collection-model.ts';
import {
  absentOr,
  collectionSchema,
  listOf,
  moment,
  orNull,
  parkedWork,
  part,
  text,
  whole,
} from './document-fields.ts';
import { type DueFields, dueFieldsOf } from './due-fields.ts';
import { order } from './order-schema.ts';
import { OtherFormError, type StoredDocument, schemaNumbers } from './schema-numbers.ts';
import { isTombstone, toTombstone } from './tombstone-documents.ts';

/** A stored payment order. `order` contains the order itself, and `due` the fields by which the database finds it. */
export interface OrderDocument extends StoredDocument {
  readonly version: number;
  readonly order: Omit<PaymentOrder, 'orderId' | 'version'>;
  readonly due: OrderDue;
}

/**
 * The fields by which the database finds a payment order. Every write of the order replaces all of them: it computes the
 * order's due time again and forgets earlier failures to process the order.
 */
export interface OrderDue extends DueFields {
  /** How many times in a row the gateway has failed to process the order since its last write. Absent if it has not failed. */
  readonly failures?: number;
  /** Present while the order is parked. */
  readonly parked?: ParkedWork;
}

/** The members of a stored payment order that say how its money moved. */
export type OrderMoneyDocument = StoredDocument & {
  readonly order: Pick<OrderDocument['order'], (typeof moneyMembers)[number]>;
};

const moneyMembers = [
  'merchantId',
  'merchantTransactionId',
  'amount',
  'attempts',
  'refunds',
  'dispute',
  'wonDisputes',
  'lostDisputes',
] as const;

export const moneyProjection: Readonly<Record<string, 1>> = {
  schema: 1,
  ...Object.fromEntries(moneyMembers.map((member) => [`order.${member}`, 1] as const)),
};

/** The members of a stored payment order that a list of refunds needs. */
export type OrderRefundsDocument = StoredDocument & {
  readonly order: Pick<OrderDocument['order'], 'merchantTransactionId' | 'refunds'>;
};

export const refundsProjection = { schema: 1, 'order.merchantTransactionId': 1, 'order.refunds': 1 } as const;

/**
 * Returns a filter for the orders whose money moved in one hour. Ask for one hour at a time: the index is sorted by hour and
 * then by merchant, so for a range of hours, the database would read the orders of all merchants.
 */
export function inMoneyHour(hour: Date, merchantId: string | null) {
  return { 'due.moneyHours': hour, ...(merchantId !== null && { 'order.merchantId': merchantId }) };
}

/**
 * Returns a filter that matches an order only if nobody has changed it since it was read. The order must still have its version
 * and the current schema number.
 */
export function unchangedSince({ orderId, version }: Pick<PaymentOrder, 'orderId' | 'version'>) {
  return { _id: orderId, schema: schemaNumbers.orders, version };
}

const withRefunds = { 'order.refunds.createdAt': { $exists: true } } as const;

/** The index by which a merchant's refunds are found by the time at which they were created. */
export const refundTimesIndex = {
  fields: { 'order.merchantId': 1, 'order.refunds.createdAt': 1 },
  options: { name: 'refund_times', partialFilterExpression: withRefunds },
} as const;

/**
 * Returns a filter for the orders of a merchant with a matching refund. The filter repeats the condition of the partial index,
 * because the database uses such an index only for a query that contains its condition.
 */
export function withRefundsCreated(
  merchantId: string,
  { from, before }: TimeSpan,
  others: Readonly<Record<string, unknown>>,
) {
  return {
    'order.merchantId': merchantId,
    'order.refunds.createdAt': trusted({ $exists: true }),
    'order.refunds': trusted({ $elemMatch: { createdAt: { $gte: from, $lt: before }, ...others } }),
  };
}

/**
 * The indexes by which an order is found by the channel's reference of a payment. One is for the payments of attempts, the
 * other for payments that were stored for an operator. They contain only orders with such references.
 */
export const paymentIndexes = (['attempts', 'quarantine'] as const).map((list) =>
  referenceIndex(`payment_references_of_${list}`, `order.${list}.paymentReference`),
);

/**
 * The indexes by which an order is found by the reference under which a channel opened a payment. One is for orders, the other
 * for tombstones.
 */
export const openingIndexes = [
  referenceIndex('opening_references', 'order.attempts.opening.channelReference'),
  referenceIndex('opening_references_of_tombstones', 'order.attempts.openedAs.channelReference'),
] as const;

/** An index of those orders that have a channel's reference in a field. */
function referenceIndex(name: string, field: string) {
  return {
    fields: { [field]: 1 },
    options: { name, partialFilterExpression: { [field]: { $type: 'string' } } },
    /**
     * Names the condition of the partial index, because the database uses a partial index only for a query that names its
     * condition.
     */
    filter: (reference: string) => ({ [field]: trusted({ $eq: reference, $type: 'string' }) }),
  } as const;
}

/** A filter for payment orders without a schema number, which only early versions of the gateway wrote. */
export const withoutForm = { schema: null } as const;

/**
 * The index of payment orders without a schema number. It is almost always empty, because a migration converts these orders.
 */
export const withoutFormIndex = {
  fields: { schema: 1 },
  options: { name: 'without_form', partialFilterExpression: withoutForm },
} as const;

/** A filter for payment orders in the previous format, which has schema number 1. */
export const ofFirstForm = { schema: 1 } as const;

/**
 * The index of payment orders that still have schema number 1. It is almost always empty, because a migration converts these
 * orders. It also contains `_id`, because `withoutFormIndex` already covers `schema` alone, and some databases refuse a second
 * index on the same fields.
 */
export const firstFormIndex = {
  fields: { schema: 1, _id: 1 },
  options: { name: 'first_form', partialFilterExpression: ofFirstForm },
} as const;

export function toOrderDocument(order: PaymentOrder): OrderDocument {
  const { orderId: _id, version, ...rest } = order;
  return { _id, schema: schemaNumbers.orders, version, order: rest, due: dueFieldsOf(order) };
}

/**
 * @throws {OtherFormError}
 * @throws {OrderArchived} if only the order's tombstone is stored
 */
export function toOrder(document: OrderDocument): PaymentOrder {
  if (isTombstone(document)) throw new OrderArchived(toTombstone(document));
  const { _id, version, order } = ofThisForm(document);
  return { orderId: _id, version, ...order };
}

/**
 * Reads what an order says about movements of its money, either from the stored order or from its tombstone.
 *
 * @throws {OtherFormError}
 */
export function toOrderMoney(document: OrderMoneyDocument): OrderMoney {
  if (isTombstone(document)) return moneyOf(toTombstone(document));
  const { _id, order } = ofThisForm(document);
  return { orderId: _id, ...order };
}

/** @throws {OtherFormError} */
export function toOrderRefunds(document: OrderRefundsDocument) {
  const { _id, order } = ofThisForm(document);
  return { orderId: _id, ...order };
}

/** Removes the members that are not about movements of money, because a projection does not read them either. */
function moneyOf(tombstone: OrderMoney): OrderMoney {
  const members = moneyMembers.map((member) => [member, tombstone[member]]);
  return { orderId: tombstone.orderId, ...Object.fromEntries(members) };
}

function ofThisForm<Document extends StoredDocument>(document: Document): Document {
  if (document.schema !== schemaNumbers.orders) throw new OtherFormError('orders', document);
  return document;
}

const schema = collectionSchema<OrderDocument>('orders', {
  version: whole,
  order,
  due: part<OrderDue>({
    attentionAt: absentOr(moment),
    lanes: absentOr(listOf(part<AwaitedLane>({ channelId: orNull(text), at: moment }))),
    casesSince: absentOr(moment),
    unloggedSince: absentOr(moment),
    moneyHours: absentOr(listOf(moment)),
    failures: absentOr(whole),
    parked: absentOr(parkedWork),
  }),
});
schema.index({ 'due.attentionAt': 1 }, { partialFilterExpression: { 'due.attentionAt': { $type: 'date' } } });
schema.index({ 'order.merchantId': 1, 'order.createdAt': -1, _id: -1 });
// This index contains only orders with refunds, with one entry for each time at which a refund was created.
schema.index(refundTimesIndex.fields, refundTimesIndex.options);
for (const { fields, options } of [...paymentIndexes, ...openingIndexes]) {
  schema.index(fields as Record<string, 1>, options);
}
schema.index({ 'due.casesSince': 1 }, { partialFilterExpression: { 'due.casesSince': { $type: 'date' } } });
// This index contains only orders with events that are not yet in the event log. It is almost empty, because an event is copied
// to the log within milliseconds.
schema.index(
  { 'order.merchantId': 1, 'due.unloggedSince': 1 },
  { partialFilterExpression: { 'due.unloggedSince': { $type: 'date' } } },
);
// The hour comes first in this index, so that the index serves reports about all merchants too. A report searches 24 hours, one
// by one. Within an hour, the orders of one merchant are next to each other.
schema.index(
  { 'due.moneyHours': 1, 'order.merchantId': 1 },
  { partialFilterExpression: { 'due.moneyHours': { $exists: true } } },
);
schema.index(withoutFormIndex.fields, withoutFormIndex.options);
schema.index(firstFormIndex.fields, firstFormIndex.options);

export function orderModel(connection: Connection): Model<OrderDocument> {
  return collectionModel(connection, 'Order', schema);
}
