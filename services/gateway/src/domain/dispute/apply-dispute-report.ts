import { isDeepStrictEqual } from 'node:util';
import { type Money, type OrderTransitionCause, orderLimits } from '@kassa/contracts';
import { refundedMinor } from '../order/order-sums.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder } from '../order/payment-order.ts';
import { uncountedPayments } from '../order/uncounted-payments.ts';
import { disputeWasOpened } from '../refund/obstacle-to-sending.ts';
import { isAutomatic, isLeftToOperator } from '../refund/refund.ts';
import { withdrawRefund } from '../refund/withdraw-refund.ts';
import { isSameMoney } from '../same-money.ts';
import { disputesOf } from '../settlement/money-moves.ts';
import {
  type Dispute,
  type DisputeReport,
  endDispute,
  isOfEarlierStage,
  isWonInPart,
  latestStage,
  loseDispute,
  newDispute,
  saysOpenAgain,
  withMoneyTaken,
} from './dispute.ts';
import { canBeDisputed } from './disputed-amount.ts';
import {
  afterRecorded,
  contradictsOutcome,
  type DisputeSetAside,
  disputesSetAside,
  isOverMoreThanWonAside,
  type KnownDispute,
  knownDisputes,
  mostTakenAside,
  outcomeOf,
} from './disputes-set-aside.ts';
import { firstToTakeUp } from './first-dispute-to-take-up.ts';
import {
  asLossAfterWin,
  isOpenAfterEnd,
  isReportedBeforeWin,
  isReportedLater,
  withLaterOutcome,
  withOpenAgain,
} from './later-report.ts';
import { isBeforeMoneyCameBack, lowerReportedLoss, withFinding } from './lower-loss.ts';
import {
  reversesOutcomeSetAside,
  setDisputeAside,
  withContradictionsReopened,
  withDisputeReopened,
} from './set-dispute-aside.ts';

/**
 * Applies a channel's report about a dispute over an attempt's money. The result does not depend on the order in which the
 * reports arrive, or on how often they arrive. If a channel reports a dispute before it reports that the payment succeeded, the
 * dispute has no effect on the order's state until the payment succeeds. A report that cannot be applied is stored for an
 * operator, because the bank may have taken the money.
 */
export function applyDisputeReport(
  order: PaymentOrder,
  attemptId: string,
  received: DisputeReport,
  now: Date,
): Decision {
  if (!order.attempts.some((attempt) => attempt.attemptId === attemptId)) return unchanged;
  const named = underKnownReference(order, attemptId, received);
  return applyToDispute(order, attemptId, asLossAfterWin(order, attemptId, named), now);
}

/**
 * If a report identifies its dispute only by the payment, returns the report with the reference under which the order knows
 * this dispute. Returns all other reports unchanged. Also returns the report unchanged in these cases, in which nobody knows
 * which dispute the report is about:
 * - The gateway knows no dispute of the payment, or several, or one over another amount.
 * - The payment has room for another dispute over the same amount, and the report of its opening may still be on its way.
 * - The channel has taken a further payment for the attempt.
 */
function underKnownReference(order: PaymentOrder, attemptId: string, report: DisputeReport): DisputeReport {
  const { keyedBy, ...found } = report;
  if (keyedBy !== 'payment') return report;
  const disputes = knownDisputes(order, attemptId);
  // A won dispute takes no money, so the bank can have opened another dispute over the same amount.
  const isFree = disputes.every(({ isWon }) => isWon);
  const hasRoomForAnother = isFree || 2 * report.amount.amountMinor <= order.amount.amountMinor;
  const isOnly = disputes.length === 1 && !hasRoomForAnother;
  const isSingle = isOnly && uncountedPayments(order, attemptId).length === 0;
  const [only] = isSingle ? disputes.filter(isOver(report.amount)) : [];
  const meant = disputes.find(({ channelReference }) => channelReference === report.channelReference) ?? only;
  if (meant === undefined) return report;
  return { ...found, channelReference: meant.channelReference, mayReopen: true };
}

function isOver(amount: Money): (dispute: KnownDispute) => boolean {
  return ({ amounts }) => amounts.some((known) => isSameMoney(known, amount));
}

function applyToDispute(order: PaymentOrder, attemptId: string, report: DisputeReport, now: Date): Decision {
  const isOfItsMoney = order.paidByAttemptId === null || order.paidByAttemptId === attemptId;
  // If a report identifies its dispute only by the payment, it must not open a dispute. The channel's next report, which names
  // the dispute's own reference, would otherwise open a second dispute.
  const isUnclear = report.keyedBy === 'payment';
  const isAboutDispute = isOfItsMoney && !isUnclear;
  const lowered = isAboutDispute ? lowerReportedLoss(order, attemptId, report, now) : undefined;
  if (lowered !== undefined) return changed(lowered);
  const next =
    isAboutDispute && canBeDisputed(report.amount, order.amount)
      ? nextDispute(order, attemptId, report, now)
      : 'not_applicable';
  if (next !== 'nothing_new' && next !== 'not_applicable') {
    return changed(followDisputes(withDispute(order, next), now));
  }
  // Record that the channel has shown that money came back, even if the report changes nothing else. If an older report about
  // this money arrives later, the order then recognises that it is older.
  const isShown = isAboutDispute && report.showsMoneyBack === true;
  const followed = isAboutDispute && next === 'not_applicable' ? withProgress(order, report) : order;
  const shown = isShown ? withFinding(followed, report.channelReference, { showsMoneyBack: true }) : followed;
  const at = afterRecorded(order, report.channelReference, now);
  const noted = isOfItsMoney && next === 'nothing_new' ? withLaterOutcome(shown, report, at) : shown;
  const decided = next === 'nothing_new' ? unchanged : setDisputeAside(noted, attemptId, report, at);
  return decided.kind === 'changed' || noted === order ? decided : changed(noted);
}

/**
 * Makes a dispute the order's current dispute. If another dispute was current before, that earlier one is added to the order's
 * list of won or lost disputes.
 */
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

/** Returns the dispute as it is after a channel's report, or the reason why the report changes nothing. */
function nextDispute(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Dispute | 'nothing_new' | 'not_applicable' {
  const known = order.dispute;
  // The order is closed, and a closed order records no disputes. So an operator has to examine the report.
  if (order.state === 'CLOSE') return 'not_applicable';
  // The dispute has already ended, so the report is late or repeated. It must not reopen the dispute, because the channel would
  // never report the end of the dispute again.
  const outcome = outcomeOf(order, report.channelReference);
  if (outcome !== undefined) {
    if (isBeforeMoneyCameBack(order, report)) return 'nothing_new';
    const isNew =
      contradictsOutcome(report, outcome) ||
      (saysOpenAgain(report, { stage: stageOf(order, report) }) && !isReportedBeforeWin(order, report)) ||
      isOpenAfterEnd(order, report) ||
      isOverMoreThanWon(order, report) ||
      reversesOutcomeSetAside(order, attemptId, report);
    return isNew ? 'not_applicable' : 'nothing_new';
  }
  if (known?.channelReference === report.channelReference) {
    if (report.kind === 'opened') return openAgain(known, report, now);
    // Keep the dispute open until an operator has found out who has the money: all of it, or the part that was not won.
    const mostTaken = mostTakenAside(order, attemptId, report.channelReference);
    if (isWonInPart(known, report, mostTaken)) return 'not_applicable';
    // The report says that the inquiry is closed. It is late, because the bank has taken the money since.
    const isLate = isReportedLater(known, report);
    if (report.kind === 'won' && report.stage === 'inquiry' && isLate) return 'nothing_new';
    // In a newer report, the channel said that the dispute continues. So the bank may have taken back what it had returned, or
    // may still decide otherwise.
    if (isLate) return 'not_applicable';
    // The report is about an earlier stage. Since then, the bank has taken the money again, and perhaps more than this report
    // names.
    if (isOfEarlierStage(known, report)) return 'not_applicable';
    const ended =
      report.kind === 'lost' ? loseDispute(known, report.amount, now) : endDispute(known, report.kind, now);
    return { ...ended, ...newFacts(ended, report) };
  }
  if (known !== null && !makesRoom(known, order)) return 'not_applicable';
  if (!isAwaitingPayment(order) && !canMove(order, 'dispute_opened')) return 'not_applicable';
  const { kind, channelReference } = report;
  const aside = disputesSetAside(order, attemptId).find((each) => each.channelReference === channelReference);
  if (aside !== undefined && aside.result !== 'opened') {
    // A report of this dispute's outcome already waits for an operator. A report that the dispute was opened is therefore late
    // and says nothing new, unless the channel shows that it is newer. A report of a different outcome is stored for the
    // operator too.
    const isNewer =
      saysOpenAgain(report, aside) || (aside.result === 'won' && isReportedLater(report, aside));
    const isNew = isNewer || isOverMoreThanWonAside(order, attemptId, report);
    if (kind === 'opened') return isNew && !report.isAnnouncement ? 'not_applicable' : 'nothing_new';
    if (kind !== aside.result) return 'not_applicable';
  }
  if (kind === 'won' && aside?.result === 'opened' && isBefore(report, aside)) return 'not_applicable';
  const { isAnnouncement, ...facts } = report;
  const opened = newDispute(
    { ...facts, attemptId, ...(kind === 'opened' && isAnnouncement && { isAnnounced: true }) },
    now,
  );
  return kind === 'opened' ? opened : endDispute(opened, kind, now);
}

/**
 * Whether a report is older than the stored reports about its dispute: the channel made it earlier, or it is about an earlier
 * stage.
 */
function isBefore(report: DisputeReport, aside: DisputeSetAside): boolean {
  return isReportedLater(aside, report) || isOfEarlierStage(aside, report);
}

/** Returns the latest recorded stage of the dispute that a report is about. */
function stageOf(order: PaymentOrder, { channelReference }: DisputeReport): Dispute['stage'] {
  return latestStage(disputesOf(order).filter((known) => known.channelReference === channelReference));
}

/**
 * Whether a report that a won dispute was opened shows that the bank took more than the merchant won back. If the dispute was
 * only announced, the merchant won back zero. If the channel's ledger has already shown that the money came back, the answer is
 * no, because the report of the opening may be late.
 */
function isOverMoreThanWon(order: PaymentOrder, report: DisputeReport): boolean {
  const { kind, channelReference, amount, isAnnouncement } = report;
  if (kind !== 'opened' || isAnnouncement) return false;
  return disputesOf(order).some(
    (known) =>
      known.channelReference === channelReference &&
      known.state === 'won' &&
      !known.showsMoneyBack &&
      ((known.isAnnounced && !isReportedLater(known, report)) ||
        known.amount.amountMinor < amount.amountMinor),
  );
}

/**
 * Whether another dispute can replace the order's current dispute. A won dispute can be replaced immediately. A lost dispute
 * can be replaced only when the gateway knows that the disputed payment succeeded, because only then does the order record that
 * the dispute took the money.
 */
function makesRoom({ state }: Dispute, { paidAt }: PaymentOrder): boolean {
  return state === 'won' || (state === 'lost' && paidAt !== null);
}

function openAgain(known: Dispute, report: DisputeReport, now: Date): ReturnType<typeof reportedAgain> {
  const next = reportedAgain(known, report, now);
  if (next === 'not_applicable') return next;
  const noted = withOpenAgain(known, next === 'nothing_new' ? known : next, report, now);
  return noted === known ? 'nothing_new' : noted;
}

/**
 * Returns an open dispute after the channel has reported again that it is open. The report can add facts, or say that the bank
 * took the money.
 */
function reportedAgain(
  known: Dispute,
  report: DisputeReport,
  now: Date,
): Dispute | 'nothing_new' | 'not_applicable' {
  if (known.isAnnounced && !report.isAnnouncement) {
    return { ...withMoneyTaken(known, report.amount, now), ...newFacts(known, report) };
  }
  // Do not change the recorded amount, because the settlement report already contains it. If the channel now names a different
  // amount for the open dispute, an operator has to examine the difference. An announcement moves no money, so its amount does
  // not matter.
  if (!report.isAnnouncement && !isSameMoney(report.amount, known.amount)) return 'not_applicable';
  const facts = newFacts(known, report);
  return Object.keys(facts).length === 0 ? 'nothing_new' : { ...known, ...facts };
}

/**
 * Returns the facts that a report adds or changes: the dispute's reason, its link, and the time until which the merchant can
 * answer the bank. The bank can extend this deadline while the dispute is open. Facts that are not in the report stay
 * unchanged.
 */
function newFacts(known: Dispute, report: DisputeReport): Partial<Dispute> {
  const { respondBy, reason, channelUrl, showsMoneyBack, isCalledLost } = report;
  return {
    ...progressOf(known, report),
    ...(isCalledLost && { isCalledLost }),
    ...(showsMoneyBack && { showsMoneyBack }),
    ...(respondBy !== undefined && respondBy.getTime() !== known.respondBy?.getTime() && { respondBy }),
    ...(reason !== undefined && !isDeepStrictEqual(reason, known.reason) && { reason }),
    ...(channelUrl !== undefined && channelUrl !== known.channelUrl && { channelUrl }),
  };
}

/**
 * Records the stage and the time of the newest report about the order's open dispute, although an operator has to examine the
 * report. The gateway can then recognise older reports as late.
 */
function withProgress(order: PaymentOrder, report: DisputeReport): PaymentOrder {
  const { dispute } = order;
  if (dispute?.channelReference !== report.channelReference || dispute.state !== 'opened') return order;
  const progress = progressOf(dispute, report);
  return Object.keys(progress).length === 0 ? order : { ...order, dispute: { ...dispute, ...progress } };
}

/** Returns the report's stage and time, but only those that are later than the ones that the order records for the dispute. */
function progressOf(known: Dispute, { stage, toldAt }: DisputeReport): Partial<Dispute> {
  return {
    ...(toldAt && (!known.toldAt || toldAt > known.toldAt) && { toldAt }),
    ...(isOfEarlierStage({ stage }, known) && { stage: stage ?? 'chargeback' }),
  };
}

function isAwaitingPayment(order: PaymentOrder): boolean {
  return order.paidAt === null && order.state !== 'CLOSE';
}

/**
 * Moves a paid order to the state that follows from its current dispute. An order has one current dispute at a time. Meanwhile,
 * reports about other disputes over the payment are stored for an operator. When the current dispute ends, one of those other
 * disputes becomes current, because the bank may have taken money for it.
 */
export function followDisputes(order: PaymentOrder, now: Date): PaymentOrder {
  return takeUpNext(followDispute(order, now), now);
}

function takeUpNext(order: PaymentOrder, now: Date): PaymentOrder {
  const next = order.dispute?.state === 'opened' ? undefined : firstToTakeUp(order, now);
  return next === undefined ? order : followDisputes(withDispute(order, next), now);
}

/**
 * Applies the disputes over a payment when the gateway has just learned that the payment succeeded. An operator may already
 * have settled a report that such a dispute was lost, without knowing that the payment would succeed. The gateway therefore
 * opens this dispute again and asks the channel about it. If the order records another outcome of the dispute, the report
 * becomes a case again.
 */
export function followDisputesOfPayment(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  return followDisputes(withDisputesReopened(order, attemptId, now), now);
}

/**
 * Like `followDisputesOfPayment`, for an order that already follows its current dispute. If that dispute has ended, its events are
 * not emitted a second time.
 */
export function takeUpDisputesOfPayment(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  return takeUpNext(withDisputesReopened(order, attemptId, now), now);
}

function withDisputesReopened(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const judgedEarlier = disputesSetAside(order, attemptId).filter(
    ({ result, isSettled }) => isSettled && (result === 'lost' || result === 'undecided'),
  );
  return judgedEarlier.reduce(
    (current, { channelReference, amount }) =>
      withDisputeReopened(current, { attemptId, channelReference, amount }, now),
    withContradictionsReopened(order, attemptId, now),
  );
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
  // Withdraw the refunds that have not reached their channel, because the dispute may take the same money. Do not withdraw a
  // refund that an operator has taken over, because the operator may have returned the money by hand. Each withdrawal adds an
  // event to the order. If the order can take no more events, the remaining refunds are withdrawn when they are due.
  const next = order.refunds
    .filter((refund) => refund.state === 'INITIALISED' && !isAutomatic(refund))
    .filter((refund) => !isLeftToOperator(order, refund))
    .slice(0, Math.max(orderLimits.waitingEvents - order.outbox.length, 0))
    .reduce((current, refund) => withdrawRefund(current, refund, disputeWasOpened, now), order);
  // Tell the merchant that the dispute was opened, and over which amount. If the dispute's outcome is already known, a second
  // event tells the outcome.
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
