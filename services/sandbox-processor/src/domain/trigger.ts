import type { Dispute } from './dispute.ts';
import { moved, type Payment, type PaymentChange, refundableMinor } from './payment.ts';
import { statusAfter } from './payment-status.ts';

/** What a tester can make happen from outside. */
export const triggers = ['dispute_opened', 'dispute_won', 'dispute_lost', 'late_success'] as const;
export type Trigger = (typeof triggers)[number];

export type TriggerOutcome =
  | ({ readonly kind: 'triggered' } & PaymentChange)
  | { readonly kind: 'not_possible'; readonly reason: string };

export function trigger(payment: Payment, what: Trigger, newDisputeId: string, now: Date): TriggerOutcome {
  switch (what) {
    case 'dispute_opened':
      return openDispute(payment, newDisputeId, now);
    case 'dispute_won':
      return closeDispute(payment, 'won', now);
    case 'dispute_lost':
      return closeDispute(payment, 'lost', now);
    case 'late_success':
      return succeedLate(payment, now);
  }
}

/** The whole amount that is still with the merchant is disputed; pending refunds keep what they reserved. */
export function openDispute(payment: Payment, disputeId: string, now: Date): TriggerOutcome {
  if (payment.status !== 'succeeded') return notPossible('Only a succeeded payment can be disputed.');
  if (payment.dispute !== null) return notPossible('The payment has been disputed already.');
  const amountMinor = refundableMinor(payment);
  if (amountMinor === 0) return notPossible('The payment is refunded: there is nothing to dispute.');

  const dispute: Dispute = { id: disputeId, status: 'open', amountMinor, currency: payment.currency };
  return {
    kind: 'triggered',
    payment: { ...payment, dispute, nextStep: null, updatedAt: now },
    events: [{ type: 'dispute.opened', dispute }],
  };
}

function closeDispute(payment: Payment, status: 'won' | 'lost', now: Date): TriggerOutcome {
  if (payment.dispute?.status !== 'open') return notPossible('The payment has no open dispute.');

  const dispute: Dispute = { ...payment.dispute, status };
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

function notPossible(reason: string): TriggerOutcome {
  return { kind: 'not_possible', reason };
}
