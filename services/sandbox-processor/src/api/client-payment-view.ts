import { isWaitingForPage } from '../domain/decide-on-page.ts';
import type { Payment } from '../domain/payment.ts';
import { pageUrl } from './payment-view.ts';

/** The part of a payment that the payer's browser may see. */
export function clientPaymentView(payment: Payment, publicBaseUrl: string) {
  return {
    id: payment.id,
    status: payment.status,
    action_url: isWaitingForPage(payment, 'challenge') ? pageUrl(payment, publicBaseUrl, '3ds') : null,
    failure: payment.failure,
  };
}
