import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { paidOn } from './settled-orders.ts';

/** An order as written by the last version before documents had version numbers. */
export function flatOf(order: PaymentOrder): FlatOrder {
  const { lanes: _lanes, ...due } = toOrderDocument(order).due;
  const { orderId: _id, ...members } = order;
  return { _id, ...members, ...due, unloggedSince: due.unloggedSince ?? null, derivedBy: 2 };
}

/** A paid order whose events are marked as recorded when they happened. */
export function paidBefore(number: string): PaymentOrder {
  const order = paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number });
  return { ...order, outbox: order.outbox.map((event) => ({ ...event, recordedAt: event.occurredAt })) };
}
