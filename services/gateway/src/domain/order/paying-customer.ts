import type { BillingAddress, PaymentOrder } from './payment-order.ts';

/** What the merchant said about the consumer. A channel gets it only for methods that need it and for its risk checks. */
export interface PayingCustomer {
  readonly name?: string;
  readonly email?: string;
  /** E.164, such as `+4915112345678`. */
  readonly phone?: string;
  readonly billingAddress?: BillingAddress;
}

/** Returns what the merchant said about the consumer of an order; undefined if it said nothing. */
export function customerOf(order: PaymentOrder): PayingCustomer | undefined {
  const { customerName: name, customerEmail: email, customerPhone: phone, billingAddress } = order;
  const customer = {
    ...(name !== null && { name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(billingAddress !== undefined && { billingAddress }),
  };
  return Object.keys(customer).length === 0 ? undefined : customer;
}

/** Whether the merchant said everything about the consumer that a payment method needs. */
export function isKnownEnough(order: PaymentOrder, needs: readonly (keyof PayingCustomer)[] = []): boolean {
  const customer = customerOf(order);
  return needs.every((need) => customer?.[need]);
}
