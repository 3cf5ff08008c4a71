import type { Money, OrderTransitionCause } from '@kassa/contracts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, refundedMinor } from '../order/payment-order.ts';
import { disputesSetAside, setDisputeAside } from '../order/quarantine.ts';
import { disputeWasOpened } from '../refund/obstacle-to-sending.ts';
import { isAutomatic } from '../refund/refund.ts';
import { isLeftToOperator, withdrawRefund } from '../refund/withdraw-refund.ts';
import { type Dispute, type DisputeReport, endDispute, newDispute, nextDisputeState } from './dispute.ts';

/**
 * Applies what a channel reports about a dispute of an attempt's money (decisions, section 5).
 * Repetitions change nothing, and callbacks that overtake each other come to the same end: an outcome
 * opens a dispute that was not heard of, and one about a payment not heard of waits for the payment. What
 * can not be applied is set aside: the bank may have taken money that nobody would hear of otherwise.
 */
export function applyDisputeReport(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Decision {
  if (!order.attempts.some((attempt) => attempt.attemptId === attemptId)) return unchanged;
  const isOfItsMoney = order.paidByAttemptId === null || order.paidByAttemptId === attemptId;
  const next =
    isOfItsMoney && isPartOf(report.amount, order.amount)
      ? nextDispute(order, attemptId, report, now)
      : 'not_applicable';
  if (next === 'nothing_new') return unchanged;
  if (next === 'not_applicable') return setDisputeAside(order, attemptId, report, now);
  return changed(followDispute(withDispute(order, next), now));
}

function withDispute(order: PaymentOrder, dispute: Dispute): PaymentOrder {
  const before = order.dispute;
  const isAnother = before !== null && before.channelReference !== dispute.channelReference;
  const wonDisputes = isAnother ? [...order.wonDisputes, before] : order.wonDisputes;
  return { ...order, dispute, wonDisputes };
}

/** Channels' numbers are checked here, because what is stored must be fit to be told to the merchant. */
function isPartOf(amount: Money, whole: Money): boolean {
  const { amountMinor, currency } = amount;
  return (
    currency === whole.currency &&
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 1 &&
    amountMinor <= whole.amountMinor
  );
}

/** The dispute after a report, or why there is none. */
function nextDispute(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Dispute | 'nothing_new' | 'not_applicable' {
  const known = order.dispute;
  if (known?.channelReference === report.channelReference) {
    if (report.kind === 'opened' || report.kind === known.state) return withTimeToAnswer(known, report);
    // It ended otherwise before.
    if (nextDisputeState(known.state, report.kind) === undefined) return 'not_applicable';
    return endDispute(known, report.kind, now);
  }
  // Its reports can be late or repeated: followed once more, it would stay open for ever.
  if (order.wonDisputes.some(({ channelReference }) => channelReference === report.channelReference)) {
    return report.kind === 'lost' ? 'not_applicable' : 'nothing_new';
  }
  // An order has one dispute; only one that was won makes room for another.
  if (known !== null && known.state !== 'won') return 'not_applicable';
  if (!isAwaitingPayment(order) && !canMove(order, 'dispute_opened')) return 'not_applicable';
  const { kind, channelReference, amount, respondBy = null } = report;
  const opened = newDispute({ attemptId, channelReference, amount, respondBy }, now);
  return kind === 'opened' ? opened : endDispute(opened, kind, now);
}

/** A bank can give an open dispute more time; a report that names no time leaves the one that was told. */
function withTimeToAnswer(known: Dispute, { respondBy }: DisputeReport): Dispute | 'nothing_new' {
  const isNew = respondBy !== undefined && respondBy.getTime() !== known.respondBy?.getTime();
  return known.state === 'opened' && isNew ? { ...known, respondBy } : 'nothing_new';
}

function isAwaitingPayment(order: PaymentOrder): boolean {
  return order.paidAt === null && order.state !== 'CLOSE';
}

/** Takes up a dispute of the payment that was set aside before it paid the order: the bank may have taken the money. */
export function takeUpDispute(order: PaymentOrder, now: Date): PaymentOrder {
  const { paidByAttemptId } = order;
  if (order.dispute !== null || paidByAttemptId === null) return order;
  const report = disputesSetAside(order, paidByAttemptId).find(({ amount }) =>
    isPartOf(amount, order.amount),
  );
  if (report === undefined) return order;
  const { channelReference, amount, result, receivedAt } = report;
  const opened = newDispute({ attemptId: paidByAttemptId, channelReference, amount }, receivedAt);
  return { ...order, dispute: result === 'lost' ? endDispute(opened, 'lost', now) : opened };
}

/** Moves a paid order to where its dispute has come to. */
export function followDispute(order: PaymentOrder, now: Date): PaymentOrder {
  const { dispute } = order;
  if (dispute === null || order.paidAt === null) return order;
  const disputed = order.state === 'IN_DISPUTE' ? order : enterDispute(order, dispute, now);
  return dispute.state === 'opened'
    ? disputed
    : moveOrder(disputed, causeOf(dispute.state, disputed), now, { dispute });
}

function enterDispute(order: PaymentOrder, dispute: Dispute, now: Date): PaymentOrder {
  // Refunds that did not reach the channel are withdrawn: the dispute may take the same money. An operator who has
  // taken one over may have returned its money by hand, and says so.
  const next = order.refunds
    .filter((refund) => refund.state === 'INITIALISED' && !isAutomatic(refund))
    .filter((refund) => !isLeftToOperator(order, refund))
    .reduce((current, refund) => withdrawRefund(current, refund, disputeWasOpened, now), order);
  // Its outcome can be known already; the merchant hears first how it began.
  return moveOrder(next, 'dispute_opened', now, { dispute: newDispute(dispute, dispute.openedAt) });
}

function causeOf(outcome: 'won' | 'lost', order: PaymentOrder): OrderTransitionCause {
  const refunded = refundedMinor(order);
  const isAllBack = refunded >= order.amount.amountMinor;
  if (outcome === 'lost') return isAllBack ? 'dispute_lost_left_nothing' : 'dispute_lost_left_a_rest';
  if (refunded === 0) return 'dispute_won_nothing_refunded';
  return isAllBack ? 'dispute_won_fully_refunded' : 'dispute_won_partly_refunded';
}
