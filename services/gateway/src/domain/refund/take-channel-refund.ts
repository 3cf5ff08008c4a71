import type { Money } from '@kassa/contracts';
import { isReportedLater } from '../dispute/later-report.ts';
import { channelRefundTransactionIdOf } from '../order/order-identifiers.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import {
  failureOf,
  recordChannelRefundFailed,
  recordsOfRefund,
  setChannelRefundAside,
  setRefundResultAside,
  settleRecords,
} from '../order/quarantine.ts';
import { setUncountedRefundAside, uncountedUnderOpening } from '../order/uncounted-payments.ts';
import { isSameMoney } from '../same-money.ts';
import { fitsIntoPayment, withChannelRefund } from './count-channel-refund.ts';
import { madeMinor, madeParts } from './made-amount.ts';
import { applyRefundReport, applyRefundResult, canBeReversed } from './progress-refund.ts';
import { isFoundNotMade, type Refund, type RefundResult } from './refund.ts';
import { isBeforeMadeAgain } from './repeated-report.ts';

/** A channel's report about a refund that names the refund only by the channel's own reference. */
export interface ReportByReference {
  readonly channelId: string;
  readonly attemptId: string;
  readonly channelReference: string;
  readonly result: RefundResult;
  /** The amount of the failed refund; absent if the report does not name it. */
  readonly amount?: Money;
  /** The channel's own ID of the report, if the report has one. It distinguishes two reports that name only the payment. */
  readonly reportId?: string;
}

/**
 * The report cannot be applied yet, because an earlier report is missing. The missing report is about the payment's success,
 * about the refund that failed, or about the channel's reference of a refund that the gateway has sent. The caller has to apply
 * this report again later.
 */
export interface NotYet {
  readonly kind: 'not_yet';
  readonly reason: string;
}

/**
 * Applies a channel's report about a refund that contains none of the gateway's refund IDs. If the order has no such refund,
 * somebody made it at the processor by hand. It then becomes a refund of the order, and counts like any other. If the refund
 * does not fit into the payment's amount, the report is stored for an operator instead.
 */
export function applyRefundByReference(
  order: PaymentOrder,
  report: ReportByReference,
  now: Date,
): Decision | NotYet {
  const { channelId, attemptId, channelReference, result } = report;
  const ofAttempt = order.refunds.filter((refund) => refund.attemptId === attemptId);
  const known = ofAttempt.find((refund) => refund.channelReference === channelReference);
  if (known !== undefined) {
    if (!failedByAnother(known, report)) return applyRefundResult(order, known.refundId, result, now);
    const { failedByReport: reportId } = known;
    return setRefundResultAside(order, known, { result, ...(reportId !== undefined && { reportId }) }, now);
  }
  const unnamed = ofAttempt.filter((refund) => refund.channelReference === null);
  // The channel has not confirmed this refund yet, so the report can be about it.
  if (unnamed.some(awaitsReference)) {
    return { kind: 'not_yet', reason: `${channelReference} may be a refund that has no reference yet` };
  }
  if (result.kind === 'failed') return failUncounted(order, report, now);
  const { returned } = result;
  const made = unnamed.find((refund) => isReportedMade(refund) && isSameMoney(refund.amount, returned));
  if (made !== undefined) return applyRefundReport(order, made.refundId, report, now);
  const failed = failureOf(order, channelRefundTransactionIdOf(order.orderId, channelId, channelReference));
  // The channel can make a failed refund again. Any other report of a success is older than the failure.
  if (failed !== undefined && !isReportedLater(result, failed)) return unchanged;
  const recorded = ofAttempt.find((refund) => mayBeRecordedAs(order, refund, returned));
  if (recorded !== undefined) return setRefundResultAside(order, recorded, { result, channelReference }, now);
  return takeChannelRefund(order, { ...report, returned }, now);
}

/**
 * Whether this report shows that an earlier report was about another refund. The earlier report named only the payment, so the
 * order may have recorded the wrong refund as failed. Now the channel reports the failure again, by the refund's own reference.
 * So an operator has to find out which other refund the earlier report was about.
 */
function failedByAnother(
  { state, failedByReport }: Refund,
  { result, reportId }: ReportByReference,
): boolean {
  const isFailedAgain = result.kind === 'failed' && state === 'FAILED';
  return isFailedAgain && failedByReport !== undefined && failedByReport !== reportId;
}

/**
 * Whether an operator may already have recorded the reported refund, either as a refund that was made or not made, or as money
 * that was returned by hand. The report can be about the recorded refund or about a second one, and only an operator can find
 * out which. If it is about the recorded refund, counting it would count the same money twice.
 */
function mayBeRecordedAs(order: PaymentOrder, refund: Refund, returned: Money): boolean {
  if (refund.correctsRefundId !== undefined) return false;
  const { refundId, channelReference, amount } = refund;
  if (isFoundNotMade(refund) || isFoundMadeAtChannel(refund)) {
    return channelReference === null && isSameMoney(amount, returned);
  }
  const byHand = madeParts(order, refundId, 'by_hand').map((part) => part.amount);
  const inAll = { ...amount, amountMinor: madeMinor(order, refundId, 'by_hand') };
  return byHand.length > 0 && [...byHand, inAll].some((money) => isSameMoney(money, returned));
}

/**
 * Whether a refund is in progress and the channel has not given a reference for it yet. A report that contains only a reference
 * may be about such a refund.
 */
function awaitsReference({ state, channelReference }: Refund): boolean {
  return state === 'PROCESSING' && channelReference === null;
}

/**
 * Whether a change of the order may make it possible to apply reports that wait for a refund's reference. A refund that was
 * tried only once is left out: a report that waits for its reference has not waited long, and is retried soon anyway.
 */
export function mayEndWaiting(before: PaymentOrder, after: PaymentOrder): boolean {
  const stillAwaiting = new Set(after.refunds.filter(awaitsReference).map(({ refundId }) => refundId));
  return before.refunds.some(
    (refund) => refund.tries > 1 && awaitsReference(refund) && !stillAwaiting.has(refund.refundId),
  );
}

/**
 * Applies the report that a refund failed, if the order knows no refund with the reported reference. The order does not count
 * such a refund, so nothing has to be taken back.
 *
 * Some channels name the payment instead of the refund: see `failOneOfPayment`.
 */
function failUncounted(order: PaymentOrder, report: ReportByReference, now: Date): Decision | NotYet {
  const { channelId, attemptId, channelReference, result } = report;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  // Until the payment's success is reported, the gateway may not know the channel's reference of the payment. The reference in
  // this report may be that reference.
  if (attempt?.state !== 'SUCCEEDED') return beforePaid(order, report, now);
  const namesPayment =
    channelReference === attempt.paymentReference || channelReference === attempt.opening?.channelReference;
  if (!namesPayment) {
    const decided = decidedRefundOf(order, report);
    if (decided !== undefined) {
      // The new case replaces the older one, which said that the refund was made: the money of this refund has come back.
      const doubts = recordsOfRefund(order, decided.refundId).filter(
        (record) => record.channelReference === channelReference,
      );
      // The channel has since reported that it made the refund again, or that the refund failed once more.
      if (doubts.some((record) => isReportedLater(record, result))) return unchanged;
      const settlement = { now, note: 'It failed at the processor later. Another case says so.' };
      return setRefundResultAside(
        settleRecords(order, doubts, settlement),
        decided,
        { result, channelReference },
        now,
      );
    }
    const number = channelRefundTransactionIdOf(order.orderId, channelId, channelReference);
    const { toldAt } = result;
    const failed = { attemptId, number, channelReference, ...(toldAt && { toldAt }) };
    return recordChannelRefundFailed(order, failed, now);
  }
  return failOneOfPayment(order, report, now);
}

/**
 * Applies the report that a refund failed, if the report names only the refunded payment. If the payment has a single refund,
 * which somebody made at the processor by hand over the reported amount, that refund has failed. A refund of the gateway never
 * fails in this way, because the report does not name its ID. The report may also repeat what is known of an earlier refund, be
 * about a refund that the order does not count, or contradict what an operator recorded. In these cases, an operator has to
 * find out which refund failed: if the order stopped counting the wrong refund, the money of that refund could be returned
 * twice.
 */
function failOneOfPayment(order: PaymentOrder, report: ReportByReference, now: Date): Decision | NotYet {
  const { attemptId, result, amount, reportId } = report;
  const atChannel = order.refunds.filter((refund) => refund.attemptId === attemptId && !refund.isMadeByHand);
  if (reportId !== undefined && atChannel.some(({ failedByReport }) => failedByReport === reportId)) {
    return unchanged;
  }
  const standing = atChannel.filter(({ state }) => state === 'SUCCESS' || state === 'PROCESSING');
  const fitting = standing.findLast((refund) => amount === undefined || isSameMoney(refund.amount, amount));
  if (fitting === undefined) {
    return { kind: 'not_yet', reason: `${attemptId} has no refund that can have failed` };
  }
  const hasFailedBefore = atChannel.some(
    ({ state, isMadeAtProcessor }) => isMadeAtProcessor && state === 'FAILED',
  );
  const isOnlyThisOne = standing.length === 1 && !hasFailedBefore && !hasUncounted(order, attemptId);
  const named = reportId !== undefined && { reportId };
  const isOutdated = isBeforeMadeAgain(fitting, result);
  if (!isOnlyThisOne || !fitting.isMadeAtProcessor || isOutdated || !canBeReversed(order, fitting)) {
    return setRefundResultAside(order, fitting, { result, ...named }, now);
  }
  const noted = named ? replaceRefund(order, { ...fitting, failedByReport: reportId }) : order;
  return applyRefundResult(noted, fitting.refundId, result, now);
}

/**
 * Whether the channel reported the success of the refund with this channel reference, and the report was stored for an
 * operator, so that the order does not count the refund.
 */
function hasUncounted(order: PaymentOrder, attemptId: string): boolean {
  return order.quarantine.some(
    ({ attemptId: ofAttempt, subject }) =>
      ofAttempt === attemptId &&
      subject?.kind === 'refund' &&
      subject.result === 'succeeded' &&
      subject.channelReference !== undefined,
  );
}

/**
 * Finds the gateway's refund that may be the failed refund under another reference. Before the failure, the channel reported
 * the failed refund as made, and that report became a case of the gateway's refund. Since then, an operator has settled this
 * case, or the gateway's refund was recorded as made. Undefined if there is no such refund. The order then counts no money of
 * the failed refund.
 */
function decidedRefundOf(
  order: PaymentOrder,
  { attemptId, channelReference }: ReportByReference,
): Refund | undefined {
  return order.refunds.find(
    (refund) =>
      refund.attemptId === attemptId &&
      recordsOfRefund(order, refund.refundId).some(
        (record) =>
          record.channelReference === channelReference &&
          record.result === 'succeeded' &&
          (record.isSettled || refund.state === 'SUCCESS'),
      ),
  );
}

/** Whether the channel, and not only an operator, has said that a refund was made. */
function isReportedMade({ state, isFoundMade, isMadeByHand, correctsRefundId }: Refund): boolean {
  return state === 'SUCCESS' && !isFoundMade && !isMadeByHand && correctsRefundId === undefined;
}

/** Whether the channel has not said that it made a refund, and only an operator has. */
function isFoundMadeAtChannel({ state, isFoundMade, isMadeByHand }: Refund): boolean {
  return state === 'SUCCESS' && isFoundMade === true && !isMadeByHand;
}

function takeChannelRefund(
  order: PaymentOrder,
  report: ReportByReference & { readonly returned: Money },
  now: Date,
): Decision | NotYet {
  const { channelId, attemptId, channelReference, returned } = report;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt?.state !== 'SUCCEEDED') return beforePaid(order, report, now);
  const number = channelRefundTransactionIdOf(order.orderId, channelId, channelReference);
  const { toldAt } = report.result;
  const made = { attemptId, number, channelReference, returned, ...(toldAt && { toldAt }) };
  return fitsIntoPayment(order, attemptId, returned)
    ? changed(withChannelRefund(order, made, now))
    : setChannelRefundAside(order, made, now);
}

/**
 * Applies a report about a refund of an attempt that has not succeeded. The report has to wait for the payment's success. But
 * if the channel has reported the payment with a wrong amount, it may never report the success. In that case, an operator
 * examines the report together with that payment.
 */
function beforePaid(order: PaymentOrder, report: ReportByReference, now: Date): Decision | NotYet {
  const { attemptId } = report;
  const payment = uncountedUnderOpening(order, attemptId);
  return payment === undefined
    ? { kind: 'not_yet', reason: `the payment of ${attemptId} is not known to have succeeded` }
    : setUncountedRefundAside(order, payment, report, now);
}
