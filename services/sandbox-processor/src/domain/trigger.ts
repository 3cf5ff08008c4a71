import { repeatedCallback } from './deliver.ts';
import { type Dispute, newDispute } from './dispute.ts';
import { failure } from './failure.ts';
import { moved, type Payment, type PaymentChange, refundableMinor } from './payment.ts';
import { statusAfter } from './payment-status.ts';
import { type RefundStatus, settledRefund } from './refund.ts';

/** The events that a tester can trigger for a payment. */
export const triggers = [
  'partial_payment',
  'payment_succeeded',
  'payment_failed',
  'amount_mismatch',
  'late_success',
  'refunds_held',
  'refunds_released',
  'refund_succeeded',
  'refund_failed',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
  'callback_repeated',
] as const;
export type Trigger = (typeof triggers)[number];

export type TriggerOutcome =
  | ({ readonly kind: 'triggered' } & PaymentChange)
  | { readonly kind: 'not_possible'; readonly reason: string };

export function trigger(payment: Payment, what: Trigger, newDisputeId: string, now: Date): TriggerOutcome {
  switch (what) {
    case 'partial_payment':
      return notPossible('The payment is paid as a whole. Only transfers by reference come in parts.');
    case 'payment_succeeded':
      return succeed(payment, payment.amountMinor, now);
    case 'payment_failed':
      return fail(payment, now);
    case 'amount_mismatch':
      return succeed(payment, payment.amountMinor + 1, now);
    case 'late_success':
      return succeedLate(payment, now);
    case 'refunds_held':
      return { kind: 'triggered', payment: { ...payment, holdsRefunds: true, updatedAt: now }, events: [] };
    case 'refunds_released':
      return releaseRefunds(payment, now);
    case 'refund_succeeded':
      return settlePendingRefund(payment, 'succeeded', now);
    case 'refund_failed':
      return settlePendingRefund(payment, 'failed', now);
    case 'dispute_opened':
      return openDispute(payment, newDisputeId, now);
    case 'dispute_won':
      return closeDispute(payment, 'won', now);
    case 'dispute_lost':
      return closeDispute(payment, 'lost', now);
    case 'callback_repeated':
      return repeatCallback(payment, now);
  }
}

function isWaiting({ status }: Payment): boolean {
  return status === 'created' || status === 'requires_action' || status === 'processing';
}

/** @param paidMinor differs from the requested amount to simulate a processor in error */
function succeed(payment: Payment, paidMinor: number, now: Date): TriggerOutcome {
  if (!isWaiting(payment)) return notPossible(`The payment has ended: it is ${payment.status}.`);
  return {
    kind: 'triggered',
    payment: { ...moved(payment, 'succeed_late', now), amountMinor: paidMinor },
    events: [{ type: 'payment.succeeded' }],
  };
}

function fail(payment: Payment, now: Date): TriggerOutcome {
  if (!isWaiting(payment)) return notPossible(`The payment has ended: it is ${payment.status}.`);
  return {
    kind: 'triggered',
    payment: { ...moved(payment, 'fail', now), failure: failure('payment_refused') },
    events: [{ type: 'payment.failed' }],
  };
}

/** Stops holding the payment's refunds back. Held refunds then get their usual results, and so do later refunds. */
function releaseRefunds(payment: Payment, now: Date): TriggerOutcome {
  if (!payment.holdsRefunds) return notPossible('The refunds of the payment are not held.');
  const refunds = payment.refunds.map((refund) =>
    refund.status === 'pending' && refund.dueAt === null ? { ...refund, dueAt: now } : refund,
  );
  return {
    kind: 'triggered',
    payment: { ...payment, holdsRefunds: false, refunds, updatedAt: now },
    events: [],
  };
}

/** Ends the oldest pending refund now. */
function settlePendingRefund(
  payment: Payment,
  status: Exclude<RefundStatus, 'pending'>,
  now: Date,
): TriggerOutcome {
  const pending = payment.refunds.find((refund) => refund.status === 'pending');
  if (pending === undefined) {
    return notPossible('The payment has no pending refund. Hold its refunds first, then ask for one.');
  }
  const settled = settledRefund(pending, status, now);
  return {
    kind: 'triggered',
    payment: {
      ...payment,
      refunds: payment.refunds.map((refund) => (refund.id === settled.id ? settled : refund)),
      updatedAt: now,
    },
    events: [{ type: `refund.${status}`, refund: settled }],
  };
}

/**
 * Opens a dispute about all the money that the merchant still has from the payment. Pending refunds have reserved their
 * amounts, which are not disputed.
 */
export function openDispute(payment: Payment, disputeId: string, now: Date): TriggerOutcome {
  if (payment.status !== 'succeeded') return notPossible('Only a succeeded payment can be disputed.');
  if (payment.dispute !== null) return notPossible('The payment has been disputed already.');
  const amountMinor = refundableMinor(payment);
  if (amountMinor === 0) return notPossible('The payment is refunded: there is nothing to dispute.');

  const dispute = newDispute({ id: disputeId, amountMinor, currency: payment.currency }, now);
  return {
    kind: 'triggered',
    payment: { ...payment, dispute, nextStep: null, updatedAt: now },
    events: [{ type: 'dispute.opened', dispute }],
  };
}

function closeDispute(payment: Payment, status: 'won' | 'lost', now: Date): TriggerOutcome {
  if (payment.dispute?.status !== 'open') return notPossible('The payment has no open dispute.');

  const dispute: Dispute = { ...payment.dispute, status, updatedAt: now };
  return {
    kind: 'triggered',
    payment: { ...payment, dispute, updatedAt: now },
    events: [{ type: `dispute.${status}`, dispute }],
  };
}

function succeedLate(payment: Payment, now: Date): TriggerOutcome {
  if (statusAfter(payment.status, 'succeed_late') === undefined)
    return notPossible('The payment has succeeded already.');
  return {
    kind: 'triggered',
    payment: { ...moved(payment, 'succeed_late', now), failure: null },
    events: [{ type: 'payment.succeeded' }],
  };
}

function repeatCallback(payment: Payment, now: Date): TriggerOutcome {
  const repeated = repeatedCallback(payment, now);
  if ('reason' in repeated) return notPossible(repeated.reason);
  return { kind: 'triggered', payment: { ...payment, ...repeated, updatedAt: now }, events: [] };
}

function notPossible(reason: string): TriggerOutcome {
  return { kind: 'not_possible', reason };
}
