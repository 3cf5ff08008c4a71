import { type OpeningRefusal, refuseNewPayment } from '../../domain/attempt/open-attempt.ts';
import type { Environment } from '../../domain/environment.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import { type Refusal, refuse } from '../refusal.ts';

export const MERCHANT_TAKES_NO_PAYMENTS = 'The shop takes no payments at the moment.';

export const openingRefusalDetails: Readonly<Record<OpeningRefusal, string>> = {
  ORDER_ALREADY_PAID: 'The order is paid already.',
  ORDER_EXPIRED: 'The order has expired and cannot be paid any more.',
  PAYMENT_IN_PROGRESS: 'A payment of this order is being processed. Wait for its result.',
  TOO_MANY_ATTEMPTS: 'The order has reached its maximum number of attempts. Create a new order.',
};

export function supersededRefusal(): Refusal {
  return refuse(
    'ATTEMPT_SUPERSEDED',
    'Another page has started a newer attempt of this order. Nothing was sent. Call checkout/init again.',
  );
}

export function noUsableAnswer(): Refusal {
  return refuse('CHANNEL_ERROR', 'The payment channel gave no usable answer. Try again.');
}

/** @param isServed whether any channel serves the payment method, even if none takes payments now */
export function refuseMethod(isServed: boolean): Refusal {
  return isServed
    ? refuse('PAYMENT_METHOD_UNAVAILABLE', 'No channel takes this method at the moment. Try another one.', [
        { path: 'paymentMethodCode', message: 'cannot be paid with at the moment' },
      ])
    : refuse('PAYMENT_METHOD_UNAVAILABLE', 'This order cannot be paid with this method.', [
        { path: 'paymentMethodCode', message: 'is not one of the payment methods of this order' },
      ]);
}

/**
 * Returns the refusal for a merchant that takes no payments at present. If the order is already paid or has expired, the
 * refusal says this instead, so that the page shows the order's state.
 */
export function refuseForMerchant(order: PaymentOrder, now: Date): Refusal {
  const refusal = refuseNewPayment(order, now);
  if (refusal !== undefined) return refuse(refusal, openingRefusalDetails[refusal]);
  return refuse('PAYMENT_METHOD_UNAVAILABLE', MERCHANT_TAKES_NO_PAYMENTS);
}

/** Whether a merchant's own payment page may take card numbers. In production, this needs the operator's permission. */
export function mayTakeCardNumbers(merchant: Merchant | undefined, environment: Environment): boolean {
  return environment === 'sandbox' || merchant?.mayTakeCardNumbers === true;
}

/**
 * Refuses a session that opens no order. The answer is the same for an unknown order, so it does not reveal which orders exist.
 */
export function sessionInvalid(): Refusal {
  return refuse(
    'SESSION_INVALID',
    'The session does not open this order. Use the pay_url as it was returned, with the part after #.',
  );
}
