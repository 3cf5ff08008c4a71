import type { Money, OrderTransitionCause } from '@kassa/contracts';
import { refundedMinor } from '../order/order-sums.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder } from '../order/payment-order.ts';
import { setDisputeAside } from '../order/quarantine.ts';
import { disputeWasOpened } from '../refund/obstacle-to-sending.ts';
import { isAutomatic } from '../refund/refund.ts';
import { isLeftToOperator, withdrawRefund } from '../refund/withdraw-refund.ts';
import { isSameMoney } from '../same-money.ts';
import { type Dispute, type DisputeReport, endDispute, loseDispute, newDispute } from './dispute.ts';
import {
  contradictsOutcome,
  type DisputeSetAside,
  disputesSetAside,
  outcomeOf,
} from './disputes-set-aside.ts';

/**
 * Applies what a channel reports about a dispute of an attempt's money (decisions, section 5).
 * Repetitions change nothing, and callbacks that overtake each other come to the same end: an outcome
 * opens a dispute that was not heard of, and one about a payment not heard of waits for the payment. What
 * cannot be applied is set aside: the bank may have taken money that nobody would hear of otherwise.
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
  return changed(followDisputes(withDispute(order, next), now));
}

/** The order with a dispute in place of the one that it had, which is kept among those that are over. */
export function withDispute(order: PaymentOrder, dispute: Dispute): PaymentOrder {
  const { dispute: before, wonDisputes, lostDisputes } = order;
  if (
    before === null ||
    (before.channelReference === dispute.channelReference && before.state === 'opened')
  ) {
    return { ...order, dispute };
  }
  return before.state === 'lost'
    ? { ...order, dispute, lostDisputes: [...lostDisputes, before] }
    : { ...order, dispute, wonDisputes: [...wonDisputes, before] };
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
  // A closed order follows no dispute: an operator has to hear of it.
  if (order.state === 'CLOSE') return 'not_applicable';
  // Reports about one that has ended can be late or repeated: followed once more, it would stay open for ever.
  const outcome = outcomeOf(order, report.channelReference);
  if (outcome !== undefined) return contradictsOutcome(report, outcome) ? 'not_applicable' : 'nothing_new';
  if (known?.channelReference === report.channelReference) {
    if (report.kind === 'opened') {
      // Settlement has withdrawn what the opening named, so another amount is for an operator.
      return isSameMoney(report.amount, known.amount) ? withTimeToAnswer(known, report) : 'not_applicable';
    }
    return report.kind === 'lost'
      ? loseDispute(known, report.amount, now)
      : endDispute(known, report.kind, now);
  }
  if (known !== null && !makesRoom(known, order)) return 'not_applicable';
  if (!isAwaitingPayment(order) && !canMove(order, 'dispute_opened')) return 'not_applicable';
  const { kind, channelReference, amount, respondBy = null } = report;
  const aside = disputesSetAside(order, attemptId).find((told) => told.channelReference === channelReference);
  if (aside !== undefined && aside.result !== 'opened') {
    // Its outcome was told already: a late report does not open it, and another outcome is for an operator.
    if (kind === 'opened') return 'nothing_new';
    if (kind !== aside.result) return 'not_applicable';
  }
  const opened = newDispute({ attemptId, channelReference, amount, respondBy }, now);
  return kind === 'opened' ? opened : endDispute(opened, kind, now);
}

/** An order has one dispute at a time. One that was lost before its payment came still has that money to take. */
function makesRoom({ state }: Dispute, { paidAt }: PaymentOrder): boolean {
  return state === 'won' || (state === 'lost' && paidAt !== null);
}

/** A bank can give an open dispute more time; a report that names no time leaves the one that was told. */
function withTimeToAnswer(known: Dispute, { respondBy }: DisputeReport): Dispute | 'nothing_new' {
  const isNew = respondBy !== undefined && respondBy.getTime() !== known.respondBy?.getTime();
  return known.state === 'opened' && isNew ? { ...known, respondBy } : 'nothing_new';
}

function isAwaitingPayment(order: PaymentOrder): boolean {
  return order.paidAt === null && order.state !== 'CLOSE';
}

/**
 * Moves a paid order to the state that follows from its dispute. Once that dispute is over, other disputes of the payment
 * that were set aside are taken up, one after another: the bank may have taken the money.
 */
export function followDisputes(order: PaymentOrder, now: Date): PaymentOrder {
  const followed = followDispute(order, now);
  const next = followed.dispute?.state === 'opened' ? undefined : firstToTakeUp(followed, now);
  return next === undefined ? followed : followDisputes(withDispute(followed, next), now);
}

function firstToTakeUp(order: PaymentOrder, now: Date): Dispute | undefined {
  const { paidByAttemptId: attemptId } = order;
  if (attemptId === null) return undefined;
  const taken = disputesSetAside(order, attemptId).find(
    (dispute) => isToBeTakenUp(dispute) && isPartOf(dispute.amount, order.amount),
  );
  if (taken === undefined) return undefined;
  const { channelReference, amount, result } = taken;
  const opened = newDispute({ attemptId, channelReference, amount }, now);
  return result === 'lost' ? endDispute(opened, 'lost', now) : opened;
}

/** One that was reported won and lost is asked about as an open one, unless an operator has looked into it. */
function isToBeTakenUp({ result, isSettled }: DisputeSetAside): boolean {
  return result === 'undecided' ? !isSettled : result !== 'won';
}

function followDispute(order: PaymentOrder, now: Date): PaymentOrder {
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
