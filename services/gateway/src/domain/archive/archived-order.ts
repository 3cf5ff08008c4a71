import { noPageParts } from '../attempt/payment-attempt.ts';
import { withoutCustomer } from '../order/erase-customer.ts';
import type { PaymentOrder } from '../order/payment-order.ts';

/**
 * Returns an order as an archive contains it. What the merchant said about the consumer is left out, so that the data of an
 * erased consumer cannot come back from an archive. So is what only a payment page needed, such as the channel's secrets.
 */
export function archivedFormOf(order: PaymentOrder): PaymentOrder {
  const attempts = order.attempts.map(({ sessionResult: _sessionResult, ...attempt }) =>
    attempt.opening === null ? attempt : { ...attempt, opening: { ...attempt.opening, ...noPageParts } },
  );
  return { ...withoutCustomer(order), attempts };
}
