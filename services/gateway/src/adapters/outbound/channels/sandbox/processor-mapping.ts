import type { DeclineCategory, DisputeState } from '@kassa/contracts';
import {
  type AttemptCard,
  type AttemptFailure,
  type AttemptOpening,
  noPageParts,
  type PaymentResult,
} from '../../../../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import type { ProcessorDispute, ProcessorPayment, ReportedDispute } from './processor-messages.ts';
import type { SandboxMethod } from './sandbox-methods.ts';

/** Translates the sandbox processor's messages about payments into the gateway's terms. */

/**
 * Returns what the consumer needs to pay a payment that the processor has created. Undefined if the processor's answer lacks a
 * part of it.
 */
export function openingOf(payment: ProcessorPayment, method: SandboxMethod): AttemptOpening | undefined {
  const opening: AttemptOpening = {
    channelReference: payment.id,
    renderType: method.renderType,
    paymentUrl: payment.redirect_url,
    ...noPageParts,
    cardBrands: method.cardBrands,
  };
  if (method.client === null) return opening;
  const { client_secret: clientSecret, session, public_key: publicKey, library } = payment;
  if (!publicKey || !library) return undefined;
  switch (method.client) {
    case 'element':
      return clientSecret ? { ...opening, clientSecret, publicKey, library } : undefined;
    case 'component': {
      if (!session) return undefined;
      const component = {
        type: 'Card',
        environment: 'test',
        session: { id: session.id, sessionData: session.data },
      };
      return { ...opening, publicKey, library, component };
    }
  }
}

/** The result of a payment. Undefined while the payment is pending. */
export function paymentResultOf(payment: ProcessorPayment): PaymentResult | undefined {
  switch (payment.status) {
    case 'succeeded':
      return {
        kind: 'succeeded',
        paid: { amountMinor: payment.amount_minor, currency: payment.currency },
        card: cardOf(payment),
        ...(payment.wallet && { wallet: payment.wallet }),
      };
    case 'failed':
      return { kind: 'failed', failure: failureOf(payment.failure), card: cardOf(payment) };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'created':
    case 'requires_action':
    case 'processing':
      return undefined;
  }
}

export const disputeStates = {
  open: 'opened',
  won: 'won',
  lost: 'lost',
} as const satisfies Record<ProcessorDispute['status'], DisputeState>;

export function disputeReportOf(dispute: ReportedDispute, kind: DisputeState): DisputeReport {
  const { id: channelReference, amount_minor: amountMinor, currency, respond_by: respondBy } = dispute;
  const report = { kind, channelReference, amount: { amountMinor, currency } };
  return respondBy ? { ...report, respondBy: new Date(respondBy) } : report;
}

/** The reason that a consumer sees for each of the processor's decline codes. Any other code is shown as a plain decline. */
const categories: Readonly<Record<string, DeclineCategory>> = {
  card_declined: 'declined',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  incorrect_number: 'try_another_method',
  authentication_failed: 'authentication_failed',
  payment_refused: 'cancelled_at_processor',
  processing_error: 'processing_error',
};

export function failureOf(failure: { code: string; message: string } | null): AttemptFailure {
  const { code, message } = failure ?? { code: 'declined', message: 'The payment was declined.' };
  return { code, message, category: categories[code] ?? 'declined' };
}

function cardOf(payment: ProcessorPayment): AttemptCard | null {
  const { card } = payment;
  if (card === null) return null;
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}
