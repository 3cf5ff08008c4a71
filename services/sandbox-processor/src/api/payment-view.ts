import { isWaitingForPage } from '../domain/decide-on-page.ts';
import type { Dispute } from '../domain/dispute.ts';
import { type Payment, refundableMinor } from '../domain/payment.ts';
import { refundedMinor } from '../domain/refund.ts';

/** A payment as the API and the callbacks present it. Amounts are in minor units, and times in RFC 3339 and UTC. */
export function paymentView(payment: Payment, publicBaseUrl: string) {
  return {
    id: payment.id,
    status: payment.status,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    method: payment.method,
    reference: payment.reference,
    client: payment.client,
    redirect_url: payment.method === 'card' ? null : pageUrl(payment, publicBaseUrl, 'pay'),
    action_url: isWaitingForPage(payment, 'challenge') ? pageUrl(payment, publicBaseUrl, '3ds') : null,
    action_display: actionDisplay(payment),
    wallet: payment.wallet,
    // Like some real wallets, Sandbox Pay does not tell the shop which card pays.
    card:
      payment.card === null || payment.wallet !== null
        ? null
        : {
            brand: payment.card.brand,
            last4: payment.card.last4,
            exp_month: payment.card.expMonth,
            exp_year: payment.card.expYear,
          },
    device:
      payment.device === null
        ? null
        : {
            id: payment.device.id,
            terminal: payment.device.terminal,
            user_agent: payment.device.userAgent,
          },
    failure: payment.failure,
    refunded_minor: refundedMinor(payment.refunds),
    refundable_minor: refundableMinor(payment),
    dispute: payment.dispute === null ? null : disputeView(payment.dispute, payment),
    created_at: payment.createdAt.toISOString(),
    status_at: payment.statusAt.toISOString(),
    updated_at: payment.updatedAt.toISOString(),
  };
}

export function disputeView(dispute: Dispute, payment: Pick<Payment, 'id' | 'reference'>) {
  return {
    id: dispute.id,
    payment_id: payment.id,
    payment_reference: payment.reference,
    amount_minor: dispute.amountMinor,
    currency: dispute.currency,
    status: dispute.status,
    respond_by: dispute.respondBy?.toISOString() ?? null,
    created_at: dispute.openedAt.toISOString(),
    updated_at: dispute.updatedAt.toISOString(),
  };
}

/**
 * Whether the page that the payer must visit next may be shown in a frame. A bank's 3-D Secure page may; the pages of wallets
 * and bank transfers need the whole window.
 */
function actionDisplay(payment: Payment): 'frame' | 'page' | null {
  if (payment.method !== 'card') return 'page';
  return isWaitingForPage(payment, 'challenge') ? 'frame' : null;
}

export function pageUrl(payment: Payment, publicBaseUrl: string, page: 'pay' | '3ds'): string {
  return `${publicBaseUrl}/${page}/${payment.id}/${payment.pageToken}`;
}
