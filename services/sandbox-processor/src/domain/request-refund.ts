import { type Payment, type PaymentChange, refundableMinor } from './payment.ts';
import {
  begunRefund,
  exceedsRefundable,
  type NotRefundable,
  notRefundable,
  type Refund,
  type RefundRequest,
} from './refund.ts';
import type { Timing } from './timing.ts';

export type RefundOutcome =
  | ({ readonly kind: 'accepted'; readonly refund: Refund } & PaymentChange)
  | { readonly kind: 'repeated'; readonly refund: Refund }
  | NotRefundable;

/**
 * Starts a refund of a payment and reserves its amount. All reasons to refuse the refund are checked before anything changes.
 */
export function requestRefund(
  payment: Payment,
  request: RefundRequest,
  now: Date,
  timing: Timing,
): RefundOutcome {
  const { status, currency, dispute } = payment;
  const earlier = payment.refunds.find(({ id }) => id === request.id);
  if (earlier !== undefined) return { kind: 'repeated', refund: asFirstAnswered(earlier) };
  if (status !== 'succeeded')
    return notRefundable('payment_not_paid', `The payment is ${status}, not succeeded.`);
  if (currency !== request.currency)
    return notRefundable('currency_mismatch', `The payment was made in ${currency}.`);
  if (dispute?.status === 'open')
    return notRefundable('payment_in_dispute', 'The payment is disputed; wait for the outcome.');
  const left = refundableMinor(payment);
  if (request.amountMinor > left) return exceedsRefundable(left, currency);

  const refund: Refund = { ...begunRefund(request, payment, now, timing), paymentId: payment.id };
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
