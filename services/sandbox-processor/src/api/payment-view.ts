import { isWaitingForPage } from '../domain/decide-on-page.ts';
import type { Dispute } from '../domain/dispute.ts';
import { type Payment, refundableMinor } from '../domain/payment.ts';
import { refundedMinor } from '../domain/refund.ts';

/** A payment as the API and the callbacks show it. Amounts in minor units, times in RFC 3339, UTC. */
export function paymentView(payment: Payment, publicBaseUrl: string) {
  return {
    id: payment.id,
    status: payment.status,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    redirect_url: payment.method === 'card' ? null : pageUrl(payment, publicBaseUrl, 'pay'),
    action_url: isWaitingForPage(payment, 'challenge') ? pageUrl(payment, publicBaseUrl, '3ds') : null,
    card:
      payment.card === null
        ? null
        : {
            brand: payment.card.brand,
            last4: payment.card.last4,
            exp_month: payment.card.expMonth,
            exp_year: payment.card.expYear,
          },
    failure: payment.failure,
    refunded_minor: refundedMinor(payment.refunds),
    refundable_minor: refundableMinor(payment),
    dispute: payment.dispute === null ? null : disputeView(payment.dispute, payment.id),
    created_at: payment.createdAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  };
}

export function disputeView(dispute: Dispute, paymentId: string) {
  return {
    id: dispute.id,
    payment_id: paymentId,
    amount_minor: dispute.amountMinor,
    currency: dispute.currency,
    status: dispute.status,
  };
}

function pageUrl(payment: Payment, publicBaseUrl: string, page: 'pay' | '3ds'): string {
  return `${publicBaseUrl}/${page}/${payment.id}/${payment.pageToken}`;
}
