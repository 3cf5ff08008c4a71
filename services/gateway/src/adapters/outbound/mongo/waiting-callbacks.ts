import type { Filter } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { channelReferencesOf } from '../../../domain/archive/order-references.ts';
import { attemptIdOf, orderIdOf, refundIdOf } from '../../../domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import { dated } from './dated.ts';
import { eachOnce } from './each-once.ts';
import type { CallbackDocument } from './mongo-callback-inbox.ts';
import { nativeCollection } from './native-collection.ts';

/** The members of a stored callback that can contain a channel's reference. */
const referenceFields = [
  'notification.reference',
  'notification.openingReference',
  'notification.paymentReference',
  'notification.channelReference',
  'notification.eventReference',
  'notification.result.paymentReference',
  'notification.report.channelReference',
  'waitsForPayment',
] as const;

/** The members of a stored callback that can identify an order. */
type NamingCallback = Pick<CallbackDocument, '_id' | 'notification' | 'waitsForOrder' | 'waitsForPayment'>;
const namingMembers = { notification: 1, waitsForOrder: 1, waitsForPayment: 1 } as const;

/**
 * Returns the IDs of the orders about which a callback is stored but not applied. Such a callback waits in the queue or for an
 * earlier report, or it is parked. A callback with an order's references counts for that order even if it is about another
 * order, because this becomes known only when the callback is applied.
 */
export async function waitingCallbackOrders(
  model: Model<CallbackDocument>,
  orders: readonly PaymentOrder[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const byReference = new Map<string, Set<string>>();
  for (const order of orders) {
    for (const reference of channelReferencesOf(order)) {
      byReference.set(reference, (byReference.get(reference) ?? new Set()).add(order.orderId));
    }
  }
  const names = namedBy(orders, [...byReference.keys()]);
  const waiting = new Set<string>();
  // Repeat the conditions of the two partial indexes, which contain only the callbacks that are not applied. Search for unparked
  // ones before and after the parked ones. A callback that is parked or resumed meanwhile is then found by one of the searches.
  for (const field of ['unappliedSince', 'parked.since', 'unappliedSince'] as const) {
    const filter: Filter<CallbackDocument> = { [field]: dated(), $or: names };
    for await (const callback of eachOnce<CallbackDocument, NamingCallback>(
      nativeCollection(model),
      filter,
      namingMembers,
    )) {
      for (const text of textsIn(callback)) {
        for (const orderId of byReference.get(text) ?? []) waiting.add(orderId);
        waiting.add(orderIdOf(text) ?? text);
      }
    }
  }
  return waiting;
}

function namedBy(orders: readonly PaymentOrder[], references: readonly string[]) {
  const orderIds = orders.map(({ orderId }) => orderId);
  return [
    { waitsForOrder: trusted({ $in: orderIds }) },
    ...orderIds.flatMap((orderId) => [
      { 'notification.attemptId': trusted(numbered(attemptIdOf(orderId, 1))) },
      { 'notification.refundId': trusted(numbered(refundIdOf(orderId, 1))) },
      { 'notification.reference': trusted(numbered(attemptIdOf(orderId, 1))) },
      { 'notification.reference': trusted(numbered(refundIdOf(orderId, 1))) },
    ]),
    ...referenceFields.map((field) => ({ [field]: trusted({ $in: [...references] }) })),
  ];
}

/** A condition for the IDs that differ from the given one only in the final number. */
function numbered(firstId: string) {
  const prefix = firstId.slice(0, -1);
  return { $gte: prefix, $lt: `${prefix}~` };
}

/** Returns all strings in a callback that can identify an order. */
function textsIn({ notification, waitsForOrder, waitsForPayment }: NamingCallback): readonly string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect([notification, waitsForOrder, waitsForPayment]);
  return texts;
}
