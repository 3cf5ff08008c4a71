import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { paidOn } from './settled-orders.ts';

/** Returns an order as the last version stored it before documents had schema numbers. */
export function flatOf(order: PaymentOrder): FlatOrder {
  const { _id, version, order: members, due: allDue } = toOrderDocument(order);
  const { lanes: _lanes, ...due } = allDue;
  return { _id, version, ...members, ...due, unloggedSince: due.unloggedSince ?? null, derivedBy: 2 };
}

/** Returns a paid order whose events have their own time as the time of storing, as orders of early versions get it. */
export function paidBefore(number: string): PaymentOrder {
  const order = paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number });
  return { ...order, outbox: order.outbox.map((event) => ({ ...event, recordedAt: event.occurredAt })) };
}
