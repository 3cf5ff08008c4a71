import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { paidOn } from './settled-orders.ts';

/** An order as the version before documents had numbers wrote it. */
export function flatOf(order: PaymentOrder): FlatOrder {
  const { due } = toOrderDocument(order);
  const { orderId: _id, ...members } = order;
  return { _id, ...members, ...due, unloggedSince: due.unloggedSince ?? null, derivedBy: 2 };
}

/** Paid, with its events noted as they were written. */
export function paidBefore(number: string): PaymentOrder {
  const order = paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number });
  return { ...order, outbox: order.outbox.map((event) => ({ ...event, recordedAt: event.occurredAt })) };
}
