import { noPageParts } from '../attempt/payment-attempt.ts';
import { withoutCustomer } from '../order/erase-customer.ts';
import type { PaymentOrder } from '../order/payment-order.ts';

/**
 * Returns an order as an archive contains it, without two kinds of data. What the merchant said about the consumer is left out,
 * so that an archive never brings back data that was erased. Data that only a payment page needed, such as the channel's
 * secrets, is left out because nothing uses it any more.
 */
export function archivedFormOf(order: PaymentOrder): PaymentOrder {
  const attempts = order.attempts.map(({ sessionResult: _sessionResult, ...attempt }) =>
    attempt.opening === null ? attempt : { ...attempt, opening: { ...attempt.opening, ...noPageParts } },
  );
  return { ...withoutCustomer(order), attempts };
}
