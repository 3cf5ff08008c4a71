import { isReportedLater, isReportedNoLater } from '../dispute/later-report.ts';
import { returnCaseIdOf } from '../order/order-identifiers.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { recordsOfRefund } from '../order/quarantine.ts';
import { afterSettledReturns } from './end-refund.ts';
import { isAutomatic, isFoundNotMade, isLeftToOperator, type Refund, type RefundResult } from './refund.ts';

/**
 * Whether a report about an ended refund says nothing new. This is so if it reports the recorded result. A report of another
 * result usually says something new. But once the channel has taken the refund back, a report of another result may be an older
 * one:
 *
 * - A success is usually the earlier report, which arrives late or again. The report is new only if the channel made it after
 *   it took the refund back. In that case, the channel has made the refund again by itself.
 * - If an operator records the refund as made after that, a report of a failure may be the one that the channel took the refund
 *   back. It is new only if it has a later time.
 */
export function isRepetition({ state, reversal }: Refund, result: RefundResult): boolean {
  const isMade = result.kind === 'succeeded';
  if (isMade === (state === 'SUCCESS')) return true;
  if (reversal === undefined) return false;
  return isMade ? !isReportedLater(result, reversal) : isReportedNoLater(result, reversal);
}

/**
 * Records the time of a report that repeats a refund's recorded result. Such a report shows that the channel has done more with
 * the refund:
 *
 * - A repeated failure: the channel made the refund again, and then took it back again. An operator who looked at the channel's
 *   record before the second reversal must not conclude that the refund was made. If the operator settled the case of a failed
 *   return because the channel had made the return again, the case opens again.
 * - A repeated success: the channel made the refund again. If a report of an earlier failure arrives later, it is outdated.
 */
export function noteRepetition(
  order: PaymentOrder,
  refund: Refund,
  result: RefundResult,
  now: Date,
): Decision {
  const { state, reversal, toldAgainAt } = refund;
  const { toldAt } = result;
  if (toldAt === undefined) return unchanged;
  if (result.kind === 'succeeded') {
    const isNew = state === 'SUCCESS' && (toldAgainAt === undefined || toldAt > toldAgainAt);
    return isNew ? changed(replaceRefund(order, { ...refund, toldAgainAt: toldAt })) : unchanged;
  }
  if (state !== 'FAILED') return unchanged;
  const takenBackAt = takenBackAgainAt(order, refund, now);
  const isNew =
    reversal === undefined ? wasReportedMadeBefore(order, refund, result) : isReportedLater(result, reversal);
  if (!isNew) return unchanged;
  const first = { amount: refund.amount, madeAt: takenBackAt, reversedAt: takenBackAt };
  const again = { ...(reversal ?? first), toldAt, confirmedAt: takenBackAt };
  return changed(replaceRefund(order, { ...refund, failure: result.failure, reversal: again }));
}

function takenBackAgainAt(order: PaymentOrder, refund: Refund, now: Date): Date {
  return isAutomatic(refund) ? afterSettledReturns(order, now) : now;
}

/**
 * Whether the channel has reported, before this failure, that it made a refund which the order records as failed. That report was
 * stored for an operator.
 */
function wasReportedMadeBefore(order: PaymentOrder, { refundId }: Refund, failure: RefundResult): boolean {
  return recordsOfRefund(order, refundId).some(
    (record) => record.result === 'succeeded' && !record.isOfAnother && isReportedLater(failure, record),
  );
}

/** Stores in a refund when the channel reported that it made the refund. A report without a time changes nothing. */
export function withTimeOf(refund: Refund, { toldAt }: Pick<RefundResult, 'toldAt'>): Refund {
  return toldAt === undefined ? refund : { ...refund, toldAgainAt: toldAt };
}

/** Whether the channel has made a refund again since it sent this report of the refund's failure. */
export function isBeforeMadeAgain({ toldAgainAt }: Refund, result: RefundResult): boolean {
  return isReportedLater({ toldAt: toldAgainAt }, result);
}

/** Returns a refund with the time of the report of its failure, if the report has a time. */
export function withTimeOfFailure(
  refund: Refund,
  { toldAt, stateAt }: Pick<RefundResult, 'toldAt' | 'stateAt'>,
): Refund {
  const failedToldAt = toldAt ?? stateAt;
  return failedToldAt === undefined ? refund : { ...refund, failedToldAt };
}

/**
 * Whether a report that a refund was made is just late, because the refund has failed since then: the channel made this report
 * before it reported the failure. If an operator had a part in the refund's result, the answer is no, and an operator examines
 * the report.
 */
export function wasMadeBeforeFailure(order: PaymentOrder, refund: Refund, result: RefundResult): boolean {
  const { refundId, state, reversal, failedToldAt } = refund;
  if (result.kind !== 'succeeded' || state !== 'FAILED' || reversal !== undefined) return false;
  const isSettled = order.settledCases.some(({ caseId }) => caseId === returnCaseIdOf(refundId));
  const isOperators = isSettled || isFoundNotMade(refund) || isLeftToOperator(order, refund);
  const failure = { toldAt: failedToldAt };
  // A channel that gives this time never makes a refund that has failed. So if both times have the same second, the failure is
  // the later one.
  const isOlderState = isReportedNoLater({ toldAt: result.stateAt }, failure);
  return !isOperators && (isOlderState || isReportedLater(failure, result));
}

/**
 * Records that the money of a failed refund had left and came back, as if the report that the refund was made had arrived
 * before the failure. Both movements count for the present day, because the settlement reports of earlier days must not change.
 */
export function madeAndTakenBack(order: PaymentOrder, refund: Refund, now: Date): PaymentOrder {
  const { failedToldAt: toldAt, ...failed } = refund;
  const reversal = { amount: refund.amount, madeAt: now, reversedAt: now, ...(toldAt && { toldAt }) };
  return replaceRefund(order, { ...failed, reversal });
}
