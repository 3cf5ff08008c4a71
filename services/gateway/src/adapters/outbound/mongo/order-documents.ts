import type { Connection, Model } from 'mongoose';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import type { AwaitedLane } from '../../../domain/order/schedule.ts';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import type { OrderMoney } from '../../../domain/settlement/money-moves.ts';
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

/**
 * How an order is stored: the aggregate under its ID and version, separate from the fields by which the database
 * finds it.
 */
export interface OrderDocument extends StoredDocument {
  readonly version: number;
  readonly order: Omit<PaymentOrder, 'orderId' | 'version'>;
  readonly due: OrderDue;
}

/**
 * Every write of the order replaces these fields, so a changed order becomes due again and its failures are
 * forgotten.
 */
export interface OrderDue extends DueFields {
  /** How often the order could not be processed since its last write; absent if that never happened. */
  readonly failures?: number;
  /** Present while the order is parked. */
  readonly parked?: ParkedWork;
}

/** The members of a stored order that say how its money moved. */
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

/**
 * Finds the orders whose money moved in an hour. The index groups entries by hour, sorted by merchant within an
 * hour. A range of hours would contain the orders of all merchants.
 */
export function inMoneyHour(hour: Date, merchantId: string | null) {
  return { 'due.moneyHours': hour, ...(merchantId !== null && { 'order.merchantId': merchantId }) };
}

/** Finds an order only if it is still as it was read: with this version, and not in a later form. */
export function unchangedSince({ orderId, version }: Pick<PaymentOrder, 'orderId' | 'version'>) {
  return { _id: orderId, schema: schemaNumbers.orders, version };
}

/** Orders without a schema number, written by the version before schema numbers. */
export const withoutForm = { schema: null } as const;

/** Almost always empty. */
export const withoutFormIndex = {
  fields: { schema: 1 },
  options: { name: 'without_form', partialFilterExpression: withoutForm },
} as const;

/** Orders in the previous form. */
export const ofFirstForm = { schema: 1 } as const;

/**
 * Almost always empty. A database may refuse a second index on the same fields, so this one also includes `_id`.
 */
export const firstFormIndex = {
  fields: { schema: 1, _id: 1 },
  options: { name: 'first_form', partialFilterExpression: ofFirstForm },
} as const;

export function toOrderDocument(order: PaymentOrder): OrderDocument {
  const { orderId: _id, version, ...rest } = order;
  return { _id, schema: schemaNumbers.orders, version, order: rest, due: dueFieldsOf(order) };
}

/** @throws {OtherFormError} */
export function toOrder(document: OrderDocument): PaymentOrder {
  const { _id, version, order } = ofThisForm(document);
  return { orderId: _id, version, ...order };
}

/** @throws {OtherFormError} */
export function toOrderMoney(document: OrderMoneyDocument): OrderMoney {
  const { _id, order } = ofThisForm(document);
  return { orderId: _id, ...order };
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
schema.index({ 'due.casesSince': 1 }, { partialFilterExpression: { 'due.casesSince': { $type: 'date' } } });
// Almost empty: an event leaves its order within milliseconds.
schema.index(
  { 'order.merchantId': 1, 'due.unloggedSince': 1 },
  { partialFilterExpression: { 'due.unloggedSince': { $type: 'date' } } },
);
// The hour comes first, so that one index serves both a merchant's day and the day of all merchants. A day has 24
// hours, and within each hour, a merchant's orders are adjacent.
schema.index(
  { 'due.moneyHours': 1, 'order.merchantId': 1 },
  { partialFilterExpression: { 'due.moneyHours': { $exists: true } } },
);
schema.index(withoutFormIndex.fields, withoutFormIndex.options);
schema.index(firstFormIndex.fields, firstFormIndex.options);

export function orderModel(connection: Connection): Model<OrderDocument> {
  return collectionModel(connection, 'Order', schema);
}
