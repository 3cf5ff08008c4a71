import { moved, type Payment, type PaymentChange } from './payment.ts';
import { statusAfter } from './payment-status.ts';

export type CancelOutcome =
  | ({ readonly kind: 'cancelled' } & PaymentChange)
  | { readonly kind: 'has_result'; readonly payment: Payment };

/** Cancels a payment that has no result yet. If the payment already has a result, returns the payment unchanged. */
export function cancel(payment: Payment, now: Date): CancelOutcome {
  if (statusAfter(payment.status, 'cancel') === undefined) return { kind: 'has_result', payment };
  return {
    kind: 'cancelled',
    payment: moved(payment, 'cancel', now),
    events: [{ type: 'payment.cancelled' }],
  };
}
