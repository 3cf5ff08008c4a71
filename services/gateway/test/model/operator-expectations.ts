import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { Outcome } from './expected-outcomes.ts';
import type { ChannelDispute } from './invariants/channel-books.ts';
import { isUndecided } from './invariants/disputes-in-doubt.ts';
import {
  attemptOf,
  automaticRefunds,
  lostDisputesOf,
  lostOf,
  madeAtChannelOf,
  madeOf,
  merchantRefunds,
  sumMinor,
} from './invariants/parts-of-order.ts';
import type { OrderAtMoment } from './order-chronicle.ts';
import { isAmountInDoubt, isReportSettled, setAsideCaseId } from './reports-set-aside.ts';

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

/** The expected answer if an operator has returned money outside the channel for a refund that is recorded as made. */
export function returnByHandOutcome(
  order: PaymentOrder | undefined,
  refundId: string,
  { inAllMinor, realNow }: { readonly inAllMinor: number; readonly realNow: Date },
): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  const recorded = order.refunds.filter(
    ({ correctsRefundId, isMadeByHand }) => correctsRefundId === refundId && isMadeByHand,
  );
  // The channel may have taken the refund back since the operator looked, and returns an automatic one again.
  const isReturnedAgain = automaticRefunds(order).some(
    ({ attemptId, state }) => attemptId === refund.attemptId && state === 'PROCESSING',
  );
  const isTakenBack = refund.state === 'FAILED' && !isReturnedAgain;
  const isOperators =
    (isTakenBack || (refund.state === 'SUCCESS' && inAllMinor > sumMinor(recorded))) &&
    refund.correctsRefundId === undefined &&
    !isBeingSent(refund, realNow) &&
    inAllMinor <= order.amount.amountMinor;
  return isOperators ? 'concluded' : 'REFUND_NOT_CONCLUDABLE';
}

export function refundConclusionOutcome(
  order: PaymentOrder | undefined,
  refundId: string,
  { finding, now, realNow }: { readonly finding: ChannelFinding; readonly now: Date; readonly realNow: Date },
): Outcome {
  const refund = refundOf(order, refundId);
  if (order === undefined || refund === undefined) return 'REFUND_NOT_FOUND';
  if (isBeingSent(refund, realNow) || refund.correctsRefundId !== undefined) return 'REFUND_NOT_CONCLUDABLE';
  const isWaiting = refund.state === 'INITIALISED' || refund.state === 'PROCESSING';
  if (isWaiting && !finding.isMade) {
    const aheadMs = now.getTime() - realNow.getTime();
    const isUnaware = order.settledCases.some(
      ({ caseId, at }) =>
        caseId === refundId && finding.lookedAt.getTime() <= at.getTime() - aheadMs + 40_000,
    );
    const isInDoubt = isUnaware || (isTakenOver(order, refundId) && !finding.isNotByHand);
    if (isInDoubt || mayHaveArrivedSince(refund, finding.lookedAt)) return 'REFUND_NOT_CONCLUDABLE';
  }
  if (finding.isMade && finding.returnedMinor === undefined && isToldOfAnother(order, refundId)) {
    return 'REFUND_NOT_CONCLUDABLE';
  }
  const told = amountsTold(order, refundId);
  if (finding.isMade && finding.returnedMinor === undefined && refund.state !== 'SUCCESS') {
    const isOther = told.some(
      ({ amountMinor, currency }) =>
        amountMinor !== refund.amount.amountMinor || currency !== refund.amount.currency,
    );
    if (isOther) return 'REFUND_NOT_CONCLUDABLE';
  }
  const returnedMinor = finding.returnedMinor ?? told.at(-1)?.amountMinor ?? 0;
  const isOperators = isWaiting
    ? openCaseIds(order).includes(refundId) ||
      order.settledCases.some(({ caseId }) => caseId === refundId) ||
      (refund.state === 'INITIALISED' && waitsForCollection(order, refund)) ||
      isReportedMade(order, refund)
    : finding.isMade && (refund.state !== 'SUCCESS' || returnedMinor > madeAtChannelOf(order, refundId));
  return isOperators ? 'concluded' : 'REFUND_NOT_CONCLUDABLE';
}

/**
 * Whether the channel may still collect the payment that the refund returns, or, if that is a second payment, the one that pays
 * the order: then the merchant may want to keep the second.
 */
function waitsForCollection(order: PaymentOrder, { attemptId, origin }: Refund): boolean {
  const inQuestion = [attemptId, ...(origin === 'second_payment' ? [order.paidByAttemptId ?? ''] : [])];
  return inQuestion.some((id) => openCaseIds(order).includes(id.replace('txn_', 'ucl_')));
}

/** Returns the amounts that the channel has reported as returned, in set-aside reports that no operator has looked into. */
function amountsTold(order: PaymentOrder, refundId: string): readonly Money[] {
  return order.quarantine.flatMap(({ subject, reported }, index) => {
    const isAbout = subject?.kind === 'refund' && subject.refundId === refundId;
    return isAbout && subject.result === 'succeeded' && !isReportSettled(order, index) ? [reported] : [];
  });
}

/** Whether a set-aside report, which no operator has looked into, may be about another refund than this one. */
function isToldOfAnother(order: PaymentOrder, refundId: string): boolean {
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

/**
 * The expected answer if an operator concludes a dispute.
 *
 * @param finding.seen when the order had recorded the outcome that the operator saw; undefined if it recorded none
 * @param finding.lostMinor what the bank has kept, if the operator names it
 */
export function disputeConclusionOutcome(
  order: PaymentOrder | undefined,
  channelReference: string,
  {
    outcome,
    seen,
    lostMinor,
  }: {
    readonly outcome: 'won' | 'lost';
    readonly seen: Date | undefined;
    readonly lostMinor?: number | undefined;
  },
): Outcome {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  if (recordedAt(order, channelReference)?.getTime() !== seen?.getTime()) return 'DISPUTE_NOT_CONCLUDABLE';
  if (lostMinor !== undefined) return namedLossOutcome(order, channelReference, lostMinor);
  const { dispute, paidByAttemptId, quarantine, wonDisputes, lostDisputes } = order;
  const isLost = [...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])].some(
    (each) => each.channelReference === channelReference,
  );
  // The operator names no amount, and so records no other loss.
  if (isLost) return outcome === 'won' ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
  if (dispute?.state === 'opened') {
    const isIt = dispute.channelReference === channelReference;
    const isInDoubt = outcome === 'lost' && isAmountInDoubt(order, channelReference, dispute.amount);
    return isIt && !isInDoubt ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
  }
  const reports = quarantine.filter(
    ({ subject, attemptId }) =>
      attemptId === paidByAttemptId &&
      subject?.kind === 'dispute' &&
      subject.channelReference === channelReference &&
      subject.result !== 'won',
  );
  const told = reports.findLast(({ subject }) => subject?.result === 'lost') ?? reports.at(-1);
  // No loss can be recorded before the disputed payment is known to have succeeded.
  if (paidByAttemptId === null) return 'DISPUTE_NOT_CONCLUDABLE';
  const won = [...wonDisputes, ...(dispute?.state === 'won' ? [dispute] : [])].find(
    (each) => each.channelReference === channelReference,
  );
  const recorded = told?.reported ?? won?.amount;
  if (outcome !== 'lost' || recorded === undefined) return 'DISPUTE_NOT_CONCLUDABLE';
  return isAmountInDoubt(order, channelReference, recorded) ? 'DISPUTE_NOT_CONCLUDABLE' : 'concluded';
}

/** The expected answer if an operator names what the bank has kept of a dispute. */
function namedLossOutcome(order: PaymentOrder, channelReference: string, lostMinor: number): Outcome {
  const { dispute, paidByAttemptId, lostDisputes, wonDisputes, quarantine, attempts } = order;
  const isIt = (each: { readonly channelReference: string }) => each.channelReference === channelReference;
  if (dispute?.state === 'opened' && isIt(dispute)) return 'concluded';
  const counted = sumMinor([...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])].filter(isIt));
  if (lostMinor < counted) return 'concluded';
  const told = quarantine.filter(({ subject }) => subject?.kind === 'dispute' && isIt(subject));
  const isKnown =
    counted > 0 ||
    [...wonDisputes, ...(dispute === null ? [] : [dispute])].some(isIt) ||
    told.some(({ attemptId }) => attemptId === paidByAttemptId);
  const isFree = paidByAttemptId !== null && dispute?.state !== 'opened';
  // The operator names no attempt. So no loss is recorded if the channel has told of this dispute over another attempt's money.
  const isClear = isKnown || (told.length === 0 && attempts.length === 1);
  return isFree && isClear && lostMinor > counted ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
}

/** The expected answer if an operator records a lost dispute that the channel's own record shows. */
export function unreportedLossOutcome(
  order: PaymentOrder | undefined,
  dispute: ChannelDispute,
  isAttemptNamed: boolean,
): Outcome {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  const { channelReference, attemptId } = dispute;
  const isHeard = isHeardOf(order, dispute);
  if (isAttemptNamed && attemptId !== order.paidByAttemptId) {
    // The report has arrived meanwhile. If it waits for an operator already, nothing is left to record.
    const isWaiting = order.quarantine.some(
      ({ subject }, index) =>
        subject?.kind === 'dispute' &&
        subject.channelReference === channelReference &&
        subject.result === 'lost' &&
        !isReportSettled(order, index),
    );
    return isFollowed(order, channelReference) || isWaiting ? 'DISPUTE_NOT_CONCLUDABLE' : 'concluded';
  }
  if (isHeard) {
    const { amountMinor: lostMinor } = dispute.amount;
    return disputeConclusionOutcome(order, channelReference, { outcome: 'lost', seen: undefined, lostMinor });
  }
  const isClear = isAttemptNamed || order.attempts.length === 1;
  const isRecordable = order.paidByAttemptId !== null && order.dispute?.state !== 'opened';
  return isClear && isRecordable ? 'concluded' : 'DISPUTE_NOT_CONCLUDABLE';
}

/**
 * Returns when the order recorded a dispute's outcome, changed it, or stored a later report about it; undefined if the order
 * records no outcome.
 */
export function recordedAt(
  { dispute, wonDisputes, lostDisputes, quarantine }: PaymentOrder,
  channelReference: string,
): Date | undefined {
  const ends = [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])]
    .filter((each) => each.channelReference === channelReference)
    .flatMap(({ resolvedAt, givenBack = [], confirmedAt }) => [
      resolvedAt,
      ...givenBack.map(({ at }) => at),
      confirmedAt,
    ])
    .flatMap((moment) => moment?.getTime() ?? []);
  const reports = quarantine
    .filter(({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference)
    .map(({ receivedAt }) => receivedAt.getTime());
  return ends.length === 0 ? undefined : new Date(Math.max(...ends, ...reports));
}

/** Whether the gateway has heard of a dispute, from its channel or from an operator. */
export function isHeardOf(order: OrderAtMoment, { channelReference }: ChannelDispute): boolean {
  if (order === undefined) return false;
  const isReported = order.quarantine.some(
    ({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference,
  );
  return isReported || isFollowed(order, channelReference);
}

function isFollowed({ dispute, wonDisputes, lostDisputes }: PaymentOrder, reference: string): boolean {
  return [dispute, ...wonDisputes, ...lostDisputes].some((each) => each?.channelReference === reference);
}

/** A case as an operator sees it in the list. */
export interface SeenCase {
  readonly caseId: string;
  readonly since: Date;
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

export function openCaseIds(order: PaymentOrder): readonly string[] {
  return casesToSee(order).map(({ caseId }) => caseId);
}

/** Returns the cases of an order that an operator must see: what no rule can settle and no operator has settled since. */
export function casesToSee(order: PaymentOrder): readonly SeenCase[] {
  return [
    ...order.attempts.flatMap(({ attemptId, unresolvedSince }) =>
      unresolvedSince === null ? [] : [{ caseId: attemptId, since: unresolvedSince }],
    ),
    ...order.attempts.flatMap(({ attemptId, uncollected: report }) =>
      report === null ? [] : [{ caseId: attemptId.replace('txn_', 'ucl_'), since: report.since }],
    ),
    ...order.refunds.flatMap((refund) => casesOfRefund(order, refund)),
    ...disputeCases(order),
    ...excessCases(order),
    ...order.quarantine.map(({ receivedAt }, index) => ({
      caseId: setAsideCaseId(order, index),
      since: receivedAt,
    })),
  ].filter(({ caseId, since }) => !isSettled(order, caseId, since));
}

function casesOfRefund(order: PaymentOrder, refund: Refund): readonly SeenCase[] {
  const { refundId, state, createdAt, foundUnsentAt, unconcludedSince, completedAt } = refund;
  const tries = refund.tries - (refund.acknowledgedAtTry ?? 0);
  if ((state === 'PROCESSING' || state === 'INITIALISED') && tries >= 8) {
    const moments = [createdAt, foundUnsentAt, unconcludedSince].map((moment) => moment?.getTime() ?? 0);
    return [{ caseId: refundId, since: new Date(Math.max(...moments)) }];
  }
  return completedAt !== null && isReturnOpen(order, refund)
    ? [{ caseId: returnCaseId(refund), since: notBackSince(order, refund) }]
    : [];
}

/**
 * Since when the money of a late or second payment is not back: since its return ended or, if later, since the channel took back
 * another return of the payment, for example one made by hand.
 */
function notBackSince(order: PaymentOrder, { attemptId, createdAt, completedAt }: Refund): Date {
  const takenBack = automaticRefunds(order)
    .filter((refund) => refund.attemptId === attemptId)
    .flatMap(({ reversal }) => reversal?.reversedAt.getTime() ?? []);
  return new Date(Math.max((completedAt ?? createdAt).getTime(), ...takenBack));
}

function disputeCases(order: PaymentOrder): readonly SeenCase[] {
  const { dispute } = order;
  if (dispute === null || dispute.unresolvedSince === null) return [];
  const caseId = `dsp_${order.orderId.slice('ord_'.length)}_${order.wonDisputes.length + order.lostDisputes.length + 1}`;
  return [{ caseId, since: dispute.unresolvedSince }];
}

/**
 * Returns the cases of refunds and lost disputes that took more than was paid. Each further one of the same payment makes a new
 * case.
 */
function excessCases(order: PaymentOrder): readonly SeenCase[] {
  const made = ({ state }: Refund) => state === 'SUCCESS';
  const moments: (Date | null)[] = [];
  if (madeOf(order) + lostOf(order) > order.amount.amountMinor && order.paidAt !== null) {
    moments.push(...lostDisputesOf(order).map(({ resolvedAt }) => resolvedAt));
    moments.push(
      ...merchantRefunds(order)
        .filter(made)
        .map(({ completedAt }) => completedAt),
    );
  }
  for (const { attemptId } of order.attempts) {
    const returns = automaticRefunds(order).filter(
      (refund) => refund.attemptId === attemptId && made(refund),
    );
    if (sumMinor(returns) <= order.amount.amountMinor) continue;
    moments.push(...returns.map(({ completedAt }) => completedAt));
  }
  if (moments.length === 0) return [];
  const since = new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)));
  const caseId = `exc_${order.orderId.slice('ord_'.length)}_${moments.length}`;
  return [{ caseId, since }];
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

function returnedOf(order: PaymentOrder, attemptId: string): number {
  return sumMinor(
    automaticRefunds(order).filter((refund) => refund.attemptId === attemptId && refund.state === 'SUCCESS'),
  );
}

/** Whether a late or second payment was not fully returned, and nobody has repeated its return or settled it. */
function isReturnOpen(order: PaymentOrder, refund: Refund): boolean {
  if (refund.origin === 'merchant' || refund.completedAt === null || refund.isMadeAtProcessor) return false;
  if (returnedOf(order, refund.attemptId) >= order.amount.amountMinor) return false;
  const tries = order.refunds.filter(
    ({ origin, attemptId, correctsRefundId, isMadeAtProcessor }) =>
      origin !== 'merchant' &&
      attemptId === refund.attemptId &&
      correctsRefundId === undefined &&
      !isMadeAtProcessor,
  );
  return tries.at(-1) === refund && !isSettled(order, returnCaseId(refund), notBackSince(order, refund));
}

function returnCaseId({ refundId }: Refund): string {
  return refundId.replace('rfd_', 'rtn_');
}

/** Whether an operator has settled this case, and not an earlier one with the same ID. */
function isSettled({ settledCases }: PaymentOrder, caseId: string, since: Date): boolean {
  return settledCases.some(
    (settled) => settled.caseId === caseId && settled.since.getTime() === since.getTime(),
  );
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
