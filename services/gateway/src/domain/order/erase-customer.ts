import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { customerOf } from './paying-customer.ts';
import type { PaymentOrder } from './payment-order.ts';

export type ErasedCustomer =
  | { readonly kind: 'erased'; readonly order: PaymentOrder }
  | { readonly kind: 'nothing_to_erase' }
  | { readonly kind: 'refused' };

/**
 * Removes what the merchant said about the consumer from an order that can no longer be paid. Channels need this data only to
 * take a payment, not for refunds and disputes.
 */
export function eraseCustomer(order: PaymentOrder, now: Date): ErasedCustomer {
  if (customerOf(order) === undefined) return { kind: 'nothing_to_erase' };
  return canStillBePaid(order, now) ? { kind: 'refused' } : { kind: 'erased', order: withoutCustomer(order) };
}

/**
 * An order whose payment failed stays in PAY_FAIL for ever. It can still be paid until its validity and all its attempts have
 * ended.
 */
function canStillBePaid(order: PaymentOrder, now: Date): boolean {
  if (order.state === 'PAY_FAIL') return now < order.expiresAt || order.attempts.some(isAttemptAlive);
  return order.state === 'INIT' || order.state === 'PAYING';
}

/** Returns an order without what the merchant said about the consumer. */
export function withoutCustomer(order: PaymentOrder): PaymentOrder {
  const { customerEmail: _email, customerPhone: _phone, billingAddress: _address, ...kept } = order;
  return { ...kept, customerName: null };
}
