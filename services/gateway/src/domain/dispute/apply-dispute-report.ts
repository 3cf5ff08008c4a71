import { type Money, type OrderTransitionCause, orderLimits } from '@kassa/contracts';
import { refundedMinor } from '../order/order-sums.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder } from '../order/payment-order.ts';
import { setDisputeAside, withDisputeReopened } from '../order/quarantine.ts';
import { disputeWasOpened } from '../refund/obstacle-to-sending.ts';
import { isAutomatic, isLeftToOperator } from '../refund/refund.ts';
import { withdrawRefund } from '../refund/withdraw-refund.ts';
import { isSameMoney } from '../same-money.ts';
import { type Dispute, type DisputeReport, endDispute, loseDispute, newDispute } from './dispute.ts';
import {
  contradictsOutcome,
  type DisputeSetAside,
  disputesSetAside,
  outcomeOf,
} from './disputes-set-aside.ts';

/**
 * Applies a channel's report about a dispute of an attempt's money. Repetitions change nothing, and
 * callbacks that overtake each other lead to the same end. An outcome opens a dispute that the gateway did not know; a
 * dispute about an unreported payment waits for that payment. A report that cannot be applied is set aside: the bank may have
 * taken money that nobody would otherwise hear of.
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

/** Makes a dispute the order's current one, and keeps the previous one among the disputes that are over. */
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

/** Amounts from channels are checked here, because the merchant is told what is stored. */
function isPartOf(amount: Money, whole: Money): boolean {
  const { amountMinor, currency } = amount;
  return (
    currency === whole.currency &&
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 1 &&
    amountMinor <= whole.amountMinor
  );
}

/** The dispute after a report, or why it did not change. */
function nextDispute(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Dispute | 'nothing_new' | 'not_applicable' {
  const known = order.dispute;
  // A closed order does not follow disputes, so an operator has to be told.
  if (order.state === 'CLOSE') return 'not_applicable';
  // Reports about a dispute that has ended can be late or repeated. They must not reopen the dispute, because no further
  // report would end it.
  const outcome = outcomeOf(order, report.channelReference);
  if (outcome !== undefined) return contradictsOutcome(report, outcome) ? 'not_applicable' : 'nothing_new';
  if (known?.channelReference === report.channelReference) {
    if (report.kind === 'opened') {
      // The settlement report has already withdrawn the amount of the opening. An operator has to handle a
      // different amount.
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
    // The outcome was already reported. A late report does not reopen the dispute, and an operator has to handle
    // a different outcome.
    if (kind === 'opened') return 'nothing_new';
    if (kind !== aside.result) return 'not_applicable';
  }
  const opened = newDispute({ attemptId, channelReference, amount, respondBy }, now);
  return kind === 'opened' ? opened : endDispute(opened, kind, now);
}

/** An order has one dispute at a time. A dispute lost before its payment arrived still takes that money when it arrives. */
function makesRoom({ state }: Dispute, { paidAt }: PaymentOrder): boolean {
  return state === 'won' || (state === 'lost' && paidAt !== null);
}

/** A bank can give an open dispute more time. A report without a time leaves the known one unchanged. */
function withTimeToAnswer(known: Dispute, { respondBy }: DisputeReport): Dispute | 'nothing_new' {
  const isNew = respondBy !== undefined && respondBy.getTime() !== known.respondBy?.getTime();
  return known.state === 'opened' && isNew ? { ...known, respondBy } : 'nothing_new';
}

function isAwaitingPayment(order: PaymentOrder): boolean {
  return order.paidAt === null && order.state !== 'CLOSE';
}

/**
 * Moves a paid order to the state that follows from its dispute. Other disputes of the payment may have been set
 * aside, because an order has one dispute at a time. When the current dispute ends, the order takes them up one
 * after another, because the bank may have taken the money.
 */
export function followDisputes(order: PaymentOrder, now: Date): PaymentOrder {
  const followed = followDispute(order, now);
  const next = followed.dispute?.state === 'opened' ? undefined : firstToTakeUp(followed, now);
  return next === undefined ? followed : followDisputes(withDispute(followed, next), now);
}

/**
 * Follows the disputes of a payment that has just arrived. If an operator settled a reported loss earlier, the
 * operator did not know of the payment. Such a dispute is therefore taken up as open, and the channel is asked
 * about it.
 */
export function followDisputesOfPayment(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const judgedEarlier = disputesSetAside(order, attemptId).filter(
    ({ result, isSettled }) => isSettled && (result === 'lost' || result === 'undecided'),
  );
  const reopened = judgedEarlier.reduce(
    (current, { channelReference, amount }) =>
      withDisputeReopened(current, { attemptId, channelReference, amount }, now),
    order,
  );
  return followDisputes(reopened, now);
}

function firstToTakeUp(order: PaymentOrder, now: Date): Dispute | undefined {
  const { paidByAttemptId: attemptId } = order;
  if (attemptId === null) return undefined;
  const taken = disputesSetAside(order, attemptId).find(
    (dispute) => isToBeTakenUp(dispute) && isPartOf(dispute.amount, order.amount),
  );
  if (taken === undefined) return undefined;
  const { channelReference, amount, result, isLossSettled } = taken;
  const opened = newDispute({ attemptId, channelReference, amount }, now);
  return result === 'lost' && !isLossSettled ? endDispute(opened, 'lost', now) : opened;
}

/**
 * An operator who settles a reported loss has found that it does not count for the order. The order then does not
 * take up that loss, but the operator can still conclude the dispute as lost. An open dispute is taken up even
 * after such a settlement, because its outcome is still to come. If a dispute's outcome is in doubt, it is taken
 * up as open, so that the channel is asked about it.
 */
function isToBeTakenUp({ result, isSettled }: DisputeSetAside): boolean {
  return result === 'opened' || (result !== 'won' && !isSettled);
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
  // Refunds that did not reach the channel are withdrawn, because the dispute may take the same money. A refund left to an
  // operator stays: the operator may have returned its money by hand, and will record that. Each withdrawal is an event; those
  // for which the order has no room now are withdrawn when they are due.
  const next = order.refunds
    .filter((refund) => refund.state === 'INITIALISED' && !isAutomatic(refund))
    .filter((refund) => !isLeftToOperator(order, refund))
    .slice(0, Math.max(orderLimits.waitingEvents - order.outbox.length, 0))
    .reduce((current, refund) => withdrawRefund(current, refund, disputeWasOpened, now), order);
  // Even if the outcome is known, the merchant first hears of the opening, over the amount that was disputed then.
  const { amount, openingAmount = amount, openedAt } = dispute;
  const opening = newDispute({ ...dispute, amount: openingAmount }, openedAt);
  return moveOrder(next, 'dispute_opened', now, { dispute: opening });
}

function causeOf(outcome: 'won' | 'lost', order: PaymentOrder): OrderTransitionCause {
  const refunded = refundedMinor(order);
  const isAllBack = refunded >= order.amount.amountMinor;
  if (outcome === 'lost') return isAllBack ? 'dispute_lost_left_nothing' : 'dispute_lost_left_a_rest';
  if (refunded === 0) return 'dispute_won_nothing_refunded';
  return isAllBack ? 'dispute_won_fully_refunded' : 'dispute_won_partly_refunded';
}
