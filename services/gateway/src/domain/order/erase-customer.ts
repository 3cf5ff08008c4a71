import { customerOf } from './paying-customer.ts';
import type { PaymentOrder } from './payment-order.ts';

export type ErasedCustomer =
  | { readonly kind: 'erased'; readonly order: PaymentOrder }
  | { readonly kind: 'nothing_to_erase' }
  | { readonly kind: 'refused' };

/**
 * Removes what the merchant said about the consumer from an order that can no longer be paid. Only a channel that takes a payment
 * needs this data: refunds and disputes do not.
 */
export function eraseCustomer(order: PaymentOrder): ErasedCustomer {
  if (customerOf(order) === undefined) return { kind: 'nothing_to_erase' };
  if (order.state === 'INIT' || order.state === 'PAYING' || order.state === 'PAY_FAIL') {
    return { kind: 'refused' };
  }
  return { kind: 'erased', order: withoutCustomer(order) };
}

/** Returns an order without what the merchant said about the consumer. */
export function withoutCustomer(order: PaymentOrder): PaymentOrder {
  const { customerEmail: _email, customerPhone: _phone, billingAddress: _address, ...kept } = order;
  return { ...kept, customerName: null };
}
