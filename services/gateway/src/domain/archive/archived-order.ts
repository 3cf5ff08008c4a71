import { noPageParts } from '../attempt/payment-attempt.ts';
import { withoutCustomer } from '../order/erase-customer.ts';
import type { PaymentOrder } from '../order/payment-order.ts';

/**
 * Returns an order as an archive contains it. Two kinds of data are left out. Without what the merchant said about the
 * consumer, an archive cannot bring back data that was erased. And data that only a payment page needed, such as the channel's
 * secrets, is of no use any more.
 */
export function archivedFormOf(order: PaymentOrder): PaymentOrder {
  const attempts = order.attempts.map(({ sessionResult: _sessionResult, ...attempt }) =>
    attempt.opening === null ? attempt : { ...attempt, opening: { ...attempt.opening, ...noPageParts } },
  );
  return { ...withoutCustomer(order), attempts };
}
