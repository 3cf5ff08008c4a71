import type { Payment, PaymentEvent } from '../domain/payment.ts';
import { disputeView, paymentView } from './payment-view.ts';
import { refundView } from './refund-view.ts';

/** The body of a callback about a payment. It always contains the payment, so that the receiver finds its own reference. */
export function eventBody(
  id: string,
  event: PaymentEvent,
  payment: Payment,
  at: Date,
  publicBaseUrl: string,
): string {
  return JSON.stringify({
    id,
    type: event.type,
    created_at: at.toISOString(),
    payment: paymentView(payment, publicBaseUrl),
    ...('refund' in event && { refund: refundView(event.refund) }),
    ...('dispute' in event && { dispute: disputeView(event.dispute, payment) }),
  });
}
