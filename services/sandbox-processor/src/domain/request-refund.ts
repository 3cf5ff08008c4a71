import { type Payment, type PaymentChange, refundableMinor } from './payment.ts';
import type { Refund } from './refund.ts';
import { later, type Timing } from './timing.ts';

export interface RefundRequest {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
}

export type RefundOutcome =
  | ({ readonly kind: 'accepted'; readonly refund: Refund } & PaymentChange)
  | { readonly kind: 'repeated'; readonly refund: Refund }
  | { readonly kind: 'not_paid' }
  | { readonly kind: 'currency_mismatch' }
  | { readonly kind: 'in_dispute' }
  | { readonly kind: 'exceeds_refundable'; readonly refundableMinor: number };

/** Reserves the amount and starts the refund. The ladder of refusals comes before anything changes. */
export function requestRefund(
  payment: Payment,
  request: RefundRequest,
  now: Date,
  timing: Timing,
): RefundOutcome {
  const earlier = payment.refunds.find(({ id }) => id === request.id);
  if (earlier !== undefined) return { kind: 'repeated', refund: asFirstAnswered(earlier) };
  if (payment.status !== 'succeeded') return { kind: 'not_paid' };
  if (payment.currency !== request.currency) return { kind: 'currency_mismatch' };
  if (payment.dispute?.status === 'open') return { kind: 'in_dispute' };
  const left = refundableMinor(payment);
  if (request.amountMinor > left) return { kind: 'exceeds_refundable', refundableMinor: left };

  const refund: Refund = {
    ...request,
    paymentId: payment.id,
    status: 'pending',
    failure: null,
    dueAt: payment.holdsRefunds ? null : later(now, timing.refundDelayMs),
    createdAt: now,
    updatedAt: now,
  };
  return {
    kind: 'accepted',
    refund,
    payment: { ...payment, refunds: [...payment.refunds, refund], updatedAt: now },
    events: [],
  };
}

function asFirstAnswered(refund: Refund): Refund {
  return { ...refund, status: 'pending', failure: null, updatedAt: refund.createdAt };
}
