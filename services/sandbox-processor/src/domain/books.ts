import type { DisputeStatus } from './dispute.ts';
import type { Payment } from './payment.ts';
import type { PaymentStatus } from './payment-status.ts';
import type { Refund, RefundStatus } from './refund.ts';

/**
 * A change that a tester makes to an entry of the processor's books. No callback reports it, so the processor's books then
 * disagree with the shop's. Omitted members stay unchanged.
 */
export interface BookChange<Status> {
  /** Whether the entry is hidden: lists and lookups do not return it. */
  readonly isHidden?: boolean;
  readonly amountMinor?: number;
  readonly status?: Status;
  /** When it reached its status. */
  readonly at?: Date;
}

export function withChangedBooks(
  payment: Payment,
  { at, ...change }: BookChange<PaymentStatus>,
  now: Date,
): Payment {
  return { ...payment, ...change, ...(at !== undefined && { statusAt: at }), updatedAt: now };
}

/**
 * Changes a refund in the processor's books. If the change sets a status, the refund keeps that status: the processor cancels
 * the result that it had planned for the refund. Returns null if the payment has no such refund.
 */
export function withChangedRefund(
  payment: Payment,
  refundId: string,
  { at, ...change }: BookChange<RefundStatus>,
): Payment | null {
  if (!payment.refunds.some(({ id }) => id === refundId)) return null;
  const changed = {
    ...change,
    ...(change.status !== undefined && { dueAt: null }),
    ...(at !== undefined && { updatedAt: at }),
  };
  return {
    ...payment,
    refunds: payment.refunds.map((refund) => (refund.id === refundId ? { ...refund, ...changed } : refund)),
  };
}

/** Changes the dispute of a payment in the processor's books. A payment without a dispute stays unchanged. */
export function withChangedDispute(
  payment: Payment,
  { at, ...change }: BookChange<DisputeStatus>,
  now: Date,
): Payment {
  if (payment.dispute === null) return payment;
  const dispute = { ...payment.dispute, ...change, ...(at !== undefined && { updatedAt: at }) };
  return { ...payment, dispute, updatedAt: now };
}

/** Adds a refund that nobody has requested. */
export function withInventedRefund(
  payment: Payment,
  { at, ...refund }: Pick<Refund, 'id' | 'amountMinor' | 'reference'> & { readonly at: Date },
): Payment {
  const invented: Refund = {
    ...refund,
    paymentId: payment.id,
    status: 'succeeded',
    currency: payment.currency,
    failure: null,
    dueAt: null,
    createdAt: at,
    updatedAt: at,
  };
  return { ...payment, refunds: [...payment.refunds, invented] };
}
