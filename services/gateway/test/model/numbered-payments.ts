import type { NewPayment } from '../../src/application/payments/create-payment.ts';
import { money } from '../builders/orders.ts';
import { newPayment } from '../in-memory/requests.ts';
import type { RefundWish } from './expected-outcomes.ts';

export function paymentNumbered(order: number, otherContent: boolean): NewPayment {
  return newPayment({
    merchantTransactionId: `T${order}`,
    amount: money(10_000 + 1_000 * order + (otherContent ? 1 : 0)),
  });
}

/** Returns a percentage of an order's amount, in minor units. */
export function partOf(order: number, percent: number): number {
  return Math.floor((paymentNumbered(order, false).amount.amountMinor * percent) / 100);
}

/** A merchant's wish to refund a percentage of an order, or the whole rest (null). */
export function refundWish(order: number, number: number, percent: number | null): RefundWish {
  return percent === null
    ? { number: `A${number}`, amountMinor: null, currency: 'USD' }
    : { number: `R${number}`, amountMinor: partOf(order, percent), currency: 'USD' };
}
