import type { OrderTransitionCause } from '@kassa/contracts';
import type { Dispute, DisputeReport } from './dispute.ts';
import { canMove, changed, moveOrder, unchanged } from './order-transition.ts';
import { type Decision, type PaymentOrder, refundedMinor, replaceRefund } from './payment-order.ts';
import { isAutomatic, type Refund } from './refund.ts';

/** Applies what a channel reports about a dispute (decisions, section 5); repetitions change nothing. */
export function applyDisputeReport(order: PaymentOrder, report: DisputeReport, now: Date): Decision {
  switch (report.kind) {
    case 'opened':
      return openDispute(order, report, now);
    case 'won':
      return resolveDispute(order, report, 'won', now);
    case 'lost':
      return resolveDispute(order, report, 'lost', now);
  }
}

function openDispute(order: PaymentOrder, report: DisputeReport, now: Date): Decision {
  if (order.dispute?.channelReference === report.channelReference) return unchanged;
  if (!canMove(order, 'dispute_opened')) return unchanged;
  const dispute: Dispute = {
    channelReference: report.channelReference,
    amount: report.amount,
    state: 'opened',
    openedAt: now,
    resolvedAt: null,
  };
  // Refunds that did not reach the channel are withdrawn: the dispute may take the same money.
  const withdrawn = order.refunds.filter((refund) => refund.state === 'INITIALISED' && !isAutomatic(refund));
  let next: PaymentOrder = { ...order, dispute };
  for (const refund of withdrawn) next = withdraw(next, refund, now);
  return changed(moveOrder(next, 'dispute_opened', now, { dispute }));
}

function withdraw(order: PaymentOrder, refund: Refund, now: Date): PaymentOrder {
  const cancelled: Refund = {
    ...refund,
    state: 'CANCELLED',
    failure: { code: 'dispute_opened', message: 'Withdrawn because a dispute was opened.' },
    completedAt: now,
    nextActionAt: null,
  };
  return moveOrder(replaceRefund(order, cancelled), 'refund_not_made', now, { refund: cancelled });
}

function resolveDispute(
  order: PaymentOrder,
  report: DisputeReport,
  outcome: 'won' | 'lost',
  now: Date,
): Decision {
  if (order.dispute?.state !== 'opened' || order.dispute.channelReference !== report.channelReference) {
    return unchanged;
  }
  const dispute: Dispute = { ...order.dispute, state: outcome, resolvedAt: now };
  const resolved = { ...order, dispute };
  return changed(moveOrder(resolved, causeOf(outcome, resolved), now, { dispute }));
}

function causeOf(outcome: 'won' | 'lost', order: PaymentOrder): OrderTransitionCause {
  const refunded = refundedMinor(order);
  const isAllBack = refunded === order.amount.amountMinor;
  if (outcome === 'lost') return isAllBack ? 'dispute_lost_left_nothing' : 'dispute_lost_left_a_rest';
  if (refunded === 0) return 'dispute_won_nothing_refunded';
  return isAllBack ? 'dispute_won_fully_refunded' : 'dispute_won_partly_refunded';
}
