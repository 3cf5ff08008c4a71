import type { PaymentOrder } from '../order/payment-order.ts';
import { disputesOf } from '../settlement/money-moves.ts';

/**
 * Returns the channels' references of an order's payments, refunds and disputes, including payments that were stored for an
 * operator. A channel's report can name any of them instead of the gateway's own IDs.
 */
export function channelReferencesOf(order: PaymentOrder): readonly string[] {
  const references = [
    ...order.attempts.flatMap(({ opening, paymentReference }) => [
      opening?.channelReference,
      paymentReference,
    ]),
    ...order.refunds.map(({ channelReference }) => channelReference),
    ...disputesOf(order).map(({ channelReference }) => channelReference),
    ...order.quarantine.map(({ paymentReference }) => paymentReference),
  ];
  return [...new Set(references.filter((reference) => typeof reference === 'string'))];
}
