import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import { casesToSee, isReturnOpen, openCaseIds, returnCaseId, type SeenCase } from './cases-to-see.ts';
import type { Outcome } from './expected-outcomes.ts';
import { isUndecided } from './invariants/disputes-in-doubt.ts';
import { attemptOf, lostDisputesOf, madeAtChannelOf, sumMinor } from './invariants/parts-of-order.ts';
import { isBeforeCounted, isReportSettled, setAsideCaseId } from './reports-set-aside.ts';

/** The simple model of the answers that an operator gets, derived from the order alone. */

export function cancellationOutcome(order: PaymentOrder | undefined, refundId: string): Outcome {
  const refund = refundOf(order, refundId);
  if (refund === undefined) return 'REFUND_NOT_FOUND';
  const isFree =
    refund.origin === 'merchant' && refund.state === 'INITIALISED' && !isTakenOver(order, refundId);
  return isFree ? 'cancelled' : 'REFUND_NOT_CANCELLABLE';
}

export function repetitionOutcome(order: PaymentOrder | undefined, refundId: string): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  const isReportedMade = order.quarantine.some(
    ({ attemptId, subject }) =>
      attemptId === refund.attemptId &&
      subject?.kind === 'refund' &&
      subject.result === 'succeeded' &&
      refundOf(order, subject.refundId)?.state !== 'SUCCESS',
  );
  const isSettled = [refundId, returnCaseId(refund)].some((caseId) => isTakenOver(order, caseId));
  const isByHand = isSettled && refund.failure?.code !== 'concluded_by_operator';
  const isFree = !isReportedMade && !isReportedLost(order, refund.attemptId) && !isByHand;
  return isReturnOpen(order, refund) && isFree ? 'repeated' : 'RETURN_NOT_REPEATABLE';
}

/** Whether the latest set-aside report about one of the attempt's disputes says that the dispute was lost. */
function isReportedLost({ quarantine }: PaymentOrder, disputedAttemptId: string): boolean {
  const latest = new Map<string, string>();
  for (const { attemptId, subject } of quarantine) {
    if (attemptId !== disputedAttemptId || subject?.kind !== 'dispute' || subject.result === 'opened')
      continue;
    latest.set(subject.channelReference, subject.result);
  }
  return [...latest.values()].includes('lost');
}

/** What the channel's own record shows of a refund. */
export interface ChannelFinding {
  readonly isMade: boolean;
  /** The returned amount; undefined if the operator names none. */
  readonly returnedMinor: number | undefined;
  /** In real time. */
  readonly lookedAt: Date;
  /** Whether the operator says that nobody has returned the money by hand. */
  readonly isNotByHand: boolean;
}

/** The expected answer if an operator has returned the money of a refund outside the channel. */
export function returnByHandOutcome(
  order: PaymentOrder | undefined,
  refundId: string,
  { inAllMinor, realNow }: { readonly inAllMinor: number; readonly realNow: Date },
): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  const isRefused =
    refund.correctsRefundId !== undefined ||
    isBeingSent(refund, realNow) ||
    isReturnedAgain(order, refund) ||
    inAllMinor > order.amount.amountMinor;
  if (isRefused) return 'REFUND_NOT_CONCLUDABLE';
  const recorded = order.refunds.filter(
    (part) => isMadeByHand(part) && (part.correctsRefundId ?? part.refundId) === refundId,
  );
  const isOperators = isUnderWay(refund)
    ? waitsForConclusion(order, refund)
    : refund.state !== 'SUCCESS' || inAllMinor > sumMinor(recorded);
  return isOperators ? 'concluded' : 'REFUND_NOT_CONCLUDABLE';
}

function isMadeByHand({ state, isMadeByHand: isByHand }: Refund): boolean {
  return state === 'SUCCESS' && isByHand === true;
}

function isUnderWay({ state }: Refund): boolean {
  return state === 'INITIALISED' || state === 'PROCESSING';
}

/** Whether the gateway has sent a later return of the same late or second payment, which has not ended. */
function isReturnedAgain({ refunds }: PaymentOrder, refund: Refund): boolean {
  if (refund.origin === 'merchant') return false;
  const later = refunds
    .slice(refunds.indexOf(refund) + 1)
    .findLast(
      ({ origin, attemptId, correctsRefundId, isMadeAtProcessor }) =>
        origin !== 'merchant' &&
        attemptId === refund.attemptId &&
        correctsRefundId === undefined &&
        !isMadeAtProcessor,
    );
  return later?.state === 'PROCESSING';
}

export function refundConclusionOutcome(
  order: PaymentOrder | undefined,
  refundId: string,
  { finding, now, realNow }: { readonly finding: ChannelFinding; readonly now: Date; readonly realNow: Date },
): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  if (isBeingSent(refund, realNow) || refund.correctsRefundId !== undefined) return 'REFUND_NOT_CONCLUDABLE';
  const isWaiting = isUnderWay(refund);
  if (isWaiting && !finding.isMade) {
    const aheadMs = now.getTime() - realNow.getTime();
    const isUnaware = order.settledCases.some(
      ({ caseId, at }) =>
        caseId === refundId && finding.lookedAt.getTime() <= at.getTime() - aheadMs + 40_000,
    );
    const isInDoubt = isUnaware || (isTakenOver(order, refundId) && !finding.isNotByHand);
    if (isInDoubt || mayHaveArrivedSince(refund, finding.lookedAt)) return 'REFUND_NOT_CONCLUDABLE';
  }
  if (finding.isMade && finding.returnedMinor === undefined && isAnotherReported(order, refundId)) {
    return 'REFUND_NOT_CONCLUDABLE';
  }
  const told = reportedAmounts(order, refundId);
  if (finding.isMade && finding.returnedMinor === undefined && refund.state !== 'SUCCESS') {
    const isOther = told.some(
      ({ amountMinor, currency }) =>
        amountMinor !== refund.amount.amountMinor || currency !== refund.amount.currency,
    );
    if (isOther) return 'REFUND_NOT_CONCLUDABLE';
  }
  const returnedMinor = finding.returnedMinor ?? told.at(-1)?.amountMinor ?? 0;
  const isOperators = isWaiting
    ? waitsForConclusion(order, refund)
    : finding.isMade && (refund.state !== 'SUCCESS' || returnedMinor > madeAtChannelOf(order, refundId));
  return isOperators ? 'concluded' : 'REFUND_NOT_CONCLUDABLE';
}

/** Whether a refund that has not ended waits for an operator, or an operator has settled its case without a conclusion. */
function waitsForConclusion(order: PaymentOrder, refund: Refund): boolean {
  const { refundId, state } = refund;
  return (
    openCaseIds(order).includes(refundId) ||
    order.settledCases.some(({ caseId }) => caseId === refundId) ||
    (state === 'INITIALISED' && waitsForOperator(order, refund)) ||
    isReportedMade(order, refund)
  );
}

/**
 * Whether a refund is held back until an operator has settled a case. The channel may still collect the payment that the refund
 * returns, or, if that is a second payment, the one that pays the order: then the merchant may want to keep the second. Or a
 * report about the payment came before the order counted it.
 */
function waitsForOperator(order: PaymentOrder, { attemptId, origin }: Refund): boolean {
  const inQuestion = [attemptId, ...(origin === 'second_payment' ? [order.paidByAttemptId ?? ''] : [])];
  const open = openCaseIds(order);
  return (
    inQuestion.some((id) => open.includes(id.replace('txn_', 'ucl_'))) ||
    order.quarantine.some(
      (record, index) =>
        record.attemptId === attemptId &&
        isBeforeCounted(order, record) &&
        open.includes(setAsideCaseId(order, index)),
    )
  );
}

/** Returns the amounts that the channel has reported as returned, in set-aside reports that no operator has looked into. */
function reportedAmounts(order: PaymentOrder, refundId: string): readonly Money[] {
  return order.quarantine.flatMap(({ subject, reported }, index) => {
    const isAbout = subject?.kind === 'refund' && subject.refundId === refundId;
    return isAbout && subject.result === 'succeeded' && !isReportSettled(order, index) ? [reported] : [];
  });
}

/** Whether a set-aside report, which no operator has looked into, may be about another refund than this one. */
function isAnotherReported(order: PaymentOrder, refundId: string): boolean {
  return order.quarantine.some(
    ({ subject }, index) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.channelReference !== undefined &&
      subject.result !== 'failed' &&
      !isReportSettled(order, index),
  );
}

/** Whether a set-aside report says that the channel has made the refund or has it. */
export function isReportedMade({ quarantine }: PaymentOrder, { refundId }: Refund): boolean {
  return quarantine.some(
    ({ subject }) =>
      subject?.kind === 'refund' && subject.refundId === refundId && subject.result !== 'failed',
  );
}

export function settlementOutcome(
  order: PaymentOrder | undefined,
  { caseId, since }: SeenCase,
  realNow: Date,
): Outcome {
  const refund = refundOf(order, caseId);
  const isOnItsWay = refund && (isBeingSent(refund, realNow) || mayHaveArrivedSince(refund, realNow));
  if (isOnItsWay) return 'being_sent';
  const open = order && casesToSee(order).find((each) => each.caseId === caseId);
  if (order === undefined || open?.since.getTime() !== since.getTime()) return 'CASE_NOT_FOUND';
  return isLossBehindDispute(order, caseId) ? 'CASE_NOT_SETTLEABLE' : 'settled';
}

/**
 * Whether a case is the only open one of a loss that the order counts neither now, because another dispute is open, nor later, if
 * an operator settled the case. So is the last open case of a dispute whose reports disagree.
 */
function isLossBehindDispute(order: PaymentOrder, caseId: string): boolean {
  const { dispute, paidByAttemptId, quarantine } = order;
  const record = quarantine.find((_each, index) => setAsideCaseId(order, index) === caseId);
  const isLossOf = (other: typeof record, channelReference: string | undefined) =>
    other?.subject?.kind === 'dispute' &&
    other.subject.result === 'lost' &&
    other.subject.channelReference === channelReference;
  if (record?.subject?.kind !== 'dispute' || record.attemptId !== paidByAttemptId) return false;
  const { channelReference } = record.subject;
  const open = quarantine.filter(
    (other, index) => isLossOf(other, channelReference) && !isReportSettled(order, index),
  );
  const counted = lostDisputesOf(order).filter((lost) => lost.channelReference === channelReference);
  const isOther = dispute?.state === 'opened' && dispute.channelReference !== channelReference;
  const isCounted = counted.length > 0 && sumMinor(counted) >= record.reported.amountMinor;
  if (isOther && isLossOf(record, channelReference) && open.length === 1 && !isCounted) return true;
  const isLast = quarantine.every(
    ({ subject }, index) =>
      subject?.kind !== 'dispute' ||
      subject.channelReference !== channelReference ||
      setAsideCaseId(order, index) === caseId ||
      isReportSettled(order, index),
  );
  return dispute?.state === 'opened' && isLast && isUndecided(order, record.attemptId, channelReference);
}

/** Checks that the order has recorded the channel's answer after an operator had the channel asked. */
export function faultsOfAnswer(
  order: PaymentOrder | undefined,
  attemptId: string,
  { answer, isMute }: { readonly answer: string; readonly isMute: boolean },
): readonly string[] {
  const attempt = order && attemptOf(order, attemptId);
  if (attempt === undefined) return [`an attempt was asked about that is not there`];
  if (isMute && answer !== 'unknown') {
    return [`${attemptId} was answered as ${answer} by a channel that cannot be asked`];
  }
  if (answer !== 'ended' && answer !== 'cancelled') return [];
  const isOver = attempt.state === 'SUCCEEDED' || attempt.state === 'FAILED' || attempt.state === 'ABANDONED';
  return isOver && attempt.unresolvedSince === null
    ? []
    : [`the channel answered ${answer} for ${attemptId}, which is ${attempt.state}`];
}

/** Whether a call that sends the refund may still be running. The sender's clock may be 40 s behind. */
function isBeingSent({ callEndsBy }: Refund, realNow: Date): boolean {
  return callEndsBy !== null && realNow.getTime() <= callEndsBy.getTime() + 40_000;
}

function isTakenOver(order: PaymentOrder | undefined, id: string): boolean {
  return order?.settledCases.some(({ caseId }) => caseId === id) ?? false;
}

function mayHaveArrivedSince({ state, reachedChannelBy }: Refund, lookedAt: Date): boolean {
  if (state !== 'PROCESSING' || reachedChannelBy === undefined) return false;
  return lookedAt.getTime() <= reachedChannelBy.getTime() + 40_000;
}

function refundOf(order: PaymentOrder | undefined, refundId: string): Refund | undefined {
  return order?.refunds.find((refund) => refund.refundId === refundId);
}
