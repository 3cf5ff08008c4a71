import type { Payment, PaymentEvent } from '../domain/payment.ts';
import { disputeView, paymentView } from './payment-view.ts';
import { refundView } from './refund-view.ts';

/**
 * The body of a callback about a payment, a refund or a dispute. It always contains the payment, whose reference tells the
 * receiver which payment it is.
 */
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
