import assert from 'node:assert/strict';
import type { Money, RefundConclusion, RefundState } from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';
import { openCases } from '../order/operator-cases.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { recordsOfRefund, setRefundResultAside, settleRecords } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { reportsAnsweredBy } from './answered-reports.ts';
import { correctRefund } from './correct-refund.ts';
import { failRefund, makeRefund } from './end-refund.ts';
import { isHeldBack } from './obstacle-to-sending.ts';
import {
  foundNotMade,
  isAutomatic,
  isFoundNotMade,
  mayBeBeingSent,
  type Refund,
  type RefundResult,
  recordIsTrueAfter,
} from './refund.ts';
import { laterReturn } from './return-money.ts';
import { withdrawForOperator } from './withdraw-refund.ts';

/** What an operator has found at the channel about a refund. */
export interface RefundFinding {
  readonly outcome: RefundConclusion;
  /**
   * The amount that was returned, either by the channel or by hand, as `outcome` says. Absent if it equals the refund's amount.
   * Not allowed if the refund was not made.
   */
  readonly returned?: Money;
  /**
   * When the operator looked at the channel's own record, in real time. Required to conclude that the refund was not made. The
   * time also proves that the operator knew of a failure that the channel had reported.
   */
  readonly lookedAt?: Date;
  /**
   * Whether the operator states that nobody has returned the money by hand, that is, outside the channel. The channel's own
   * record does not show such a return. The statement is needed if an operator has settled a case of the refund, because that
   * operator may have returned the money by hand.
   */
  readonly isNotByHand?: boolean;
  /** In the operator's words. */
  readonly note: string;
}

export type ConcludedRefund =
  | {
      readonly kind: 'concluded';
      readonly order: PaymentOrder;
      readonly refund: Refund;
      /**
       * The additional refund that the gateway records if more was returned for a completed refund than its amount. Null if the
       * refund was not completed before the operator concluded it.
       */
      readonly correction: Refund | null;
    }
  | { readonly kind: 'refused'; readonly reason: 'not_found' }
  /**
   * The operator named a refund that only corrects another refund. The operator has to conclude the other refund instead, whose
   * ID is in `corrects`.
   */
  | { readonly kind: 'refused'; readonly reason: 'correction'; readonly corrects: string }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: RefundState }
  /**
   * The operator has to name the total amount that was returned. The total is unclear, because the channel has reported another
   * amount than the refund's, or a second refund with the same ID.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_needed' }
  /**
   * The operator named a smaller amount than the order already records. `recorded` is the amount that the order records for the
   * kind of return that the operator named (by the channel, or by hand).
   */
  | { readonly kind: 'refused'; readonly reason: 'recorded_more'; readonly recorded: Money }
  /** The refund does not wait for an operator yet: the gateway still expects the channel to report a result. */
  | { readonly kind: 'refused'; readonly reason: 'still_tried' }
  /** A call that sends the refund may still be running, so the channel could still make the refund. */
  | { readonly kind: 'refused'; readonly reason: 'being_sent' }
  /**
   * The operator says that somebody returned the money by hand after the gateway's return failed. But the gateway has already
   * sent a new return of the same payment (`repeat`), which has not ended. If the channel makes the new return too, the
   * consumer gets the money twice.
   */
  | { readonly kind: 'refused'; readonly reason: 'repeat_sent'; readonly repeat: Refund }
  | ({ readonly kind: 'refused' } & DoubtfulLook)
  /**
   * The amount that the operator names is not valid: it is more than was paid, has another currency, or was given for a refund
   * that was not made.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_impossible' };

/**
 * Ends a refund with the outcome that an operator found, because the channel does not report its result. The order and the
 * merchant are treated as if the channel had reported this outcome. The operator can also find that a failed or cancelled
 * refund was made after all, or that more was returned than the order records.
 */
export function concludeRefund(
  order: PaymentOrder,
  refundId: string,
  finding: RefundFinding,
  clocks: { readonly now: Date; readonly realNow: Date },
): ConcludedRefund {
  const { now, realNow } = clocks;
  const refund = findRefund(order, refundId);
  if (refund === undefined) return { kind: 'refused', reason: 'not_found' };
  if (refund.correctsRefundId !== undefined) {
    return { kind: 'refused', reason: 'correction', corrects: refund.correctsRefundId };
  }
  const isEnded = refund.state !== 'INITIALISED' && refund.state !== 'PROCESSING';
  if (isEnded && finding.outcome === 'not_made') {
    return { kind: 'refused', reason: 'ended', endedAs: refund.state };
  }
  if (!isEnded && !isForOperator(order, refund)) return { kind: 'refused', reason: 'still_tried' };
  if (mayBeBeingSent(refund, realNow)) return { kind: 'refused', reason: 'being_sent' };
  const repeat = finding.outcome === 'made_by_hand' ? sentRepeat(order, refund) : undefined;
  if (repeat !== undefined) return { kind: 'refused', reason: 'repeat_sent', repeat };
  const doubt =
    finding.outcome === 'not_made' ? doubtAbout(finding, { order, refund, now, realNow }) : undefined;
  if (doubt !== undefined) return { kind: 'refused', ...doubt };
  if (!isPossible(finding, order)) return { kind: 'refused', reason: 'amount_impossible' };
  if (finding.outcome === 'made' && finding.returned === undefined && isTotalUnclear(order, refund)) {
    return { kind: 'refused', reason: 'amount_needed' };
  }
  if (refund.state === 'SUCCESS') return furtherReturn(order, refund, finding, clocks);

  // All checks have passed, so the refund can be concluded now.
  const next =
    finding.outcome === 'not_made'
      ? notMade(order, refund, finding, now)
      : afterUnseenFailure(made(order, refund, finding, clocks), refund, finding, clocks);
  const concluded = findRefund(next, refundId);
  assert(concluded !== undefined, 'refunds are never taken out of an order');
  return { kind: 'concluded', order: next, refund: concluded, correction: null };
}

/**
 * Why an operator cannot conclude yet that a refund was not made: the channel's own record, as the operator saw it, does not
 * prove that no money went back.
 */
type DoubtfulLook =
  /**
   * The refund may have reached its channel after the operator looked at the channel's own record. The operator has to look at
   * the record again after `lookAfter` (real time).
   */
  | { readonly reason: 'looked_too_early'; readonly lookAfter: Date }
  /**
   * An operator has settled a case of the refund (`notes` says why), and may have returned the money by hand. So before an
   * operator can conclude that the refund was not made, two conditions must be met. The operator states that nobody returned
   * the money by hand. And the operator has looked at the channel's own record after `lookAfter` (real time), which is later
   * than the settlement of the case.
   */
  | { readonly reason: 'taken_over'; readonly notes: readonly string[]; readonly lookAfter: Date }
  | { readonly reason: 'looked_in_future' };

function doubtAbout(
  { lookedAt, isNotByHand = false }: RefundFinding,
  { order, refund, now, realNow }: { order: PaymentOrder; refund: Refund; now: Date; realNow: Date },
): DoubtfulLook | undefined {
  const settled = order.settledCases.filter(({ caseId }) => caseId === refund.refundId);
  if (settled.length > 0) {
    const settledMs = Math.max(...settled.map(({ at }) => at.getTime()));
    const settledAt = inRealTime(new Date(settledMs), { now, realNow });
    const lookAfter = addSeconds(settledAt, CLOCK_SKEW_SECONDS);
    if (!isNotByHand || lookedAt === undefined || lookedAt <= lookAfter) {
      return { reason: 'taken_over', notes: settled.map(({ note }) => note), lookAfter };
    }
  }
  const lookAfter = recordIsTrueAfter(refund);
  if (lookAfter !== null && (lookedAt === undefined || lookedAt <= lookAfter)) {
    return { reason: 'looked_too_early', lookAfter };
  }
  const isInFuture = lookedAt !== undefined && lookedAt > addSeconds(realNow, CLOCK_SKEW_SECONDS);
  return isInFuture ? { reason: 'looked_in_future' } : undefined;
}

/**
 * Records that more money was returned for a completed refund than the order says. The difference becomes a separate refund.
 */
function furtherReturn(
  order: PaymentOrder,
  refund: Refund,
  finding: RefundFinding,
  clocks: { readonly now: Date; readonly realNow: Date },
): ConcludedRefund {
  const { outcome, returned, note } = finding;
  const way = outcome === 'made_by_hand' ? 'by_hand' : 'at_channel';
  const seenUntil = reportsSeenUntil(finding, clocks);
  const found = { way, note, seenUntil, ...(returned && { returned }) } as const;
  const corrected = correctRefund(order, refund, found, clocks.now);
  switch (corrected.kind) {
    case 'corrected':
      return { kind: 'concluded', order: corrected.order, refund, correction: corrected.correction };
    case 'nothing_more':
      return { kind: 'refused', reason: 'ended', endedAs: refund.state };
    case 'recorded_more':
      return { kind: 'refused', reason: 'recorded_more', recorded: corrected.recorded };
  }
}

/** Whether a refund waits for an operator, or an operator has settled its case without recording an outcome. */
function isForOperator(order: PaymentOrder, refund: Refund): boolean {
  const { refundId } = refund;
  const isOpen = openCases(order).some(
    ({ caseId, kind }) => caseId === refundId && kind === 'refund_unresolved',
  );
  const isSettled = order.settledCases.some(({ caseId }) => caseId === refundId);
  // A refund that waits for an operator's decision waits only until it is sent. After that, the channel can make the refund
  // without an operator.
  const isWaiting = refund.state === 'INITIALISED' && isHeldBack(order, refund);
  return isOpen || isSettled || isReportedMade(order, refund) || isWaiting;
}

function sentRepeat(order: PaymentOrder, refund: Refund): Refund | undefined {
  const repeat = isAutomatic(refund) ? laterReturn(order, refund.refundId) : undefined;
  return repeat?.state === 'PROCESSING' ? repeat : undefined;
}

/**
 * Whether it is unclear how much was returned for a refund in total. It is unclear if the channel has sent one of these
 * reports, and no operator has settled the case about the report yet:
 * - The channel reported another refund with the same ID.
 * - The channel reported another amount for a refund that is not completed. (A completed refund is corrected to the reported
 *   amount instead.)
 */
function isTotalUnclear(order: PaymentOrder, { refundId, state, amount }: Refund): boolean {
  return recordsOfRefund(order, refundId).some(
    ({ result, reported, isOfAnother, isSettled }) =>
      !isSettled &&
      (isOfAnother
        ? result !== 'failed'
        : result === 'succeeded' && state !== 'SUCCESS' && !isSameMoney(reported, amount)),
  );
}

function isReportedMade(order: PaymentOrder, { refundId }: Refund): boolean {
  return recordsOfRefund(order, refundId).some(({ result }) => result !== 'failed');
}

function isPossible({ outcome, returned }: RefundFinding, { amount }: PaymentOrder): boolean {
  if (returned === undefined) return true;
  const isPart = returned.currency === amount.currency && returned.amountMinor <= amount.amountMinor;
  return outcome !== 'not_made' && isPart;
}

function made(
  order: PaymentOrder,
  refund: Refund,
  finding: RefundFinding,
  clocks: { readonly now: Date; readonly realNow: Date },
): PaymentOrder {
  const { outcome, returned = refund.amount, note } = finding;
  const { now } = clocks;
  const found: Refund = {
    ...refund,
    amount: returned,
    isFoundMade: true,
    ...(!isSameMoney(returned, refund.amount) && { requestedAmount: refund.amount }),
    ...(outcome === 'made_by_hand' && { isMadeByHand: true }),
  };
  const next = makeRefund(order, found, now);
  if (outcome !== 'made') return withFailuresConfirmed(next, refund, { now, note });
  const seenUntil = reportsSeenUntil(finding, clocks);
  const answered = reportsAnsweredBy(order, refund, { returned, seenUntil });
  return settleRecords(next, answered, { now, note });
}

/**
 * Settles the cases about the reports that the channel did not make the refund, because the operator found the same. If the
 * operator returned the money by hand, a report that the channel made the refund remains an open case, because the money may
 * have been returned twice.
 */
function withFailuresConfirmed(
  order: PaymentOrder,
  { refundId }: Refund,
  settlement: { readonly now: Date; readonly note: string },
): PaymentOrder {
  const failures = recordsOfRefund(order, refundId).filter(({ result }) => result === 'failed');
  return settleRecords(order, failures, settlement);
}

/**
 * Returns the business time before which the gateway received every report that the operator can have seen in the channel's own
 * record. Undefined if the operator has not said when they looked.
 */
function reportsSeenUntil(
  { lookedAt }: RefundFinding,
  { now, realNow }: { readonly now: Date; readonly realNow: Date },
): Date | undefined {
  if (lookedAt === undefined) return undefined;
  const aheadMs = now.getTime() - realNow.getTime();
  return addSeconds(new Date(lookedAt.getTime() + aheadMs), -CLOCK_SKEW_SECONDS);
}

/**
 * Returns the order with a refund that the operator found made. If the channel had reported a failure that the operator has not
 * seen, a case opens, because the failure can be newer than what the operator saw. The same case opens if the report of the
 * failure arrives after the operator's finding.
 */
function afterUnseenFailure(
  made: PaymentOrder,
  refund: Refund,
  finding: RefundFinding,
  clocks: { readonly now: Date; readonly realNow: Date },
): PaymentOrder {
  const result = unseenFailure(refund, finding, clocks);
  const found = findRefund(made, refund.refundId);
  if (result === undefined || found === undefined) return changed(made).order;
  const doubted = setRefundResultAside(made, found, { result }, clocks.now);
  return doubted.kind === 'changed' ? doubted.order : changed(made).order;
}

/** Returns the failure that the channel reported and that the operator may not have seen. */
function unseenFailure(
  refund: Refund,
  { outcome, lookedAt }: RefundFinding,
  clocks: { readonly now: Date; readonly realNow: Date },
): RefundResult | undefined {
  const { state, failure, completedAt, reversal, failedToldAt } = refund;
  const failedAt = reversal?.confirmedAt ?? completedAt;
  const isReported = state === 'FAILED' && !isFoundNotMade(refund);
  if (outcome !== 'made' || !isReported || failure === null || failedAt === null) return undefined;
  const seenAfter = addSeconds(inRealTime(failedAt, clocks), CLOCK_SKEW_SECONDS);
  if (lookedAt !== undefined && lookedAt > seenAfter) return undefined;
  // Keep the failure's time. Without it, a late report of an earlier success would count as a new result between two failures.
  const toldAt = reversal?.toldAt ?? failedToldAt;
  return { kind: 'failed', failure, ...(toldAt && { toldAt }) };
}

/**
 * Converts a time that an order records to real time. In a sandbox, the business time that orders record can be ahead of real
 * time.
 */
function inRealTime(moment: Date, { now, realNow }: { readonly now: Date; readonly realNow: Date }): Date {
  return new Date(moment.getTime() - (now.getTime() - realNow.getTime()));
}

function notMade(order: PaymentOrder, refund: Refund, { note }: RefundFinding, now: Date): PaymentOrder {
  if (refund.state === 'INITIALISED' && !isAutomatic(refund)) {
    return changed(withdrawForOperator(order, refund, now)).order;
  }
  const failed = failRefund(order, refund, foundNotMade, now);
  return changed(withFailuresConfirmed(failed, refund, { now, note })).order;
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
