import assert from 'node:assert/strict';
import type { Money, RefundConclusion, RefundState } from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { CLOCK_SKEW_SECONDS } from '../clock-skew.ts';
import { openCases } from '../order/operator-cases.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { recordsOfRefund, settleRecords } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { correctRefund } from './correct-refund.ts';
import { failRefund, makeRefund } from './end-refund.ts';
import { isHeldBack } from './obstacle-to-sending.ts';
import { foundNotMade, isAutomatic, mayBeBeingSent, type Refund, recordIsTrueAfter } from './refund.ts';
import { withdrawForOperator } from './withdraw-refund.ts';

/** What an operator has found at the channel about a refund. */
export interface RefundFinding {
  readonly outcome: RefundConclusion;
  /**
   * The amount that was returned, by the channel or by hand as the outcome says; absent if it equals the refund's amount. Not
   * allowed if the refund was not made.
   */
  readonly returned?: Money;
  /**
   * When the operator looked at the channel's own record, in real time. Needed only for the outcome that the refund was not
   * made.
   */
  readonly lookedAt?: Date;
  /**
   * Whether the operator states that nobody has returned the money by hand. The outcome that the refund was not made needs it once
   * a case of the refund was settled, because the channel's own record cannot show such a return.
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
       * The refund that records what was returned beyond the amount of an already completed refund. Null if the refund itself
       * was concluded.
       */
      readonly correction: Refund | null;
    }
  | { readonly kind: 'refused'; readonly reason: 'not_found' }
  /** The refund is a correction of another refund, and the operator has to conclude that other refund instead. */
  | { readonly kind: 'refused'; readonly reason: 'correction'; readonly corrects: string }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: RefundState }
  /** The channel has reported another amount than the refund's, so the operator has to say which amount was returned. */
  | { readonly kind: 'refused'; readonly reason: 'amount_needed' }
  /**
   * The operator found a smaller amount than the order already records as returned in the same way (by the channel or by hand).
   */
  | { readonly kind: 'refused'; readonly reason: 'recorded_more'; readonly recorded: Money }
  /** The refund does not wait for an operator yet: the gateway still expects the channel to report a result. */
  | { readonly kind: 'refused'; readonly reason: 'still_tried' }
  /** A call that sends the refund may still be running. It could make a refund that the operator concludes as not made. */
  | { readonly kind: 'refused'; readonly reason: 'being_sent' }
  | ({ readonly kind: 'refused' } & DoubtfulLook)
  /**
   * The returned amount is not valid: it is more than was paid, has another currency, or was given for a refund that was not
   * made.
   */
  | { readonly kind: 'refused'; readonly reason: 'amount_impossible' };

/**
 * Ends a refund whose result the channel does not report, with the outcome that an operator has found. The order and the
 * merchant are treated as if the channel had reported the outcome, and a later contradicting report is set aside.
 * An operator can also find that a failed or cancelled refund was made, or that more was returned than is recorded. A channel
 * or an operator may have been wrong, or somebody may have returned the money by hand.
 */
export function concludeRefund(
  order: PaymentOrder,
  refundId: string,
  finding: RefundFinding,
  { now, realNow }: { readonly now: Date; readonly realNow: Date },
): ConcludedRefund {
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
  const doubt = finding.outcome === 'not_made' ? doubtAbout(finding, { order, refund, realNow }) : undefined;
  if (doubt !== undefined) return { kind: 'refused', ...doubt };
  if (!isPossible(finding, order)) return { kind: 'refused', reason: 'amount_impossible' };
  if (refund.state === 'SUCCESS') return furtherReturn(order, refund, finding, now);
  if (finding.outcome === 'made' && finding.returned === undefined && isOtherAmountReported(order, refund)) {
    return { kind: 'refused', reason: 'amount_needed' };
  }

  // From here on, the refund is concluded.
  const next =
    finding.outcome === 'not_made' ? notMade(order, refund, finding, now) : made(order, refund, finding, now);
  const concluded = findRefund(next, refundId);
  assert(concluded !== undefined, 'refunds are never taken out of an order');
  return { kind: 'concluded', order: next, refund: concluded, correction: null };
}

/** Why an operator's look at the channel's own record does not prove that the money did not go back. */
type DoubtfulLook =
  /** `looked_too_early`: the refund may have reached its channel after the operator looked. `lookAfter` is in real time. */
  | { readonly reason: 'looked_too_early'; readonly lookAfter: Date }
  /** An operator has settled the refund's case, and may have returned the money by hand. The notes are those of the settlements. */
  | { readonly reason: 'taken_over'; readonly notes: readonly string[] }
  | { readonly reason: 'looked_in_future' };

function doubtAbout(
  { lookedAt, isNotByHand = false }: RefundFinding,
  { order, refund, realNow }: { order: PaymentOrder; refund: Refund; realNow: Date },
): DoubtfulLook | undefined {
  const settled = order.settledCases.filter(({ caseId }) => caseId === refund.refundId);
  if (settled.length > 0 && !isNotByHand) {
    return { reason: 'taken_over', notes: settled.map(({ note }) => note) };
  }
  const lookAfter = recordIsTrueAfter(refund);
  if (lookAfter !== null && (lookedAt === undefined || lookedAt <= lookAfter)) {
    return { reason: 'looked_too_early', lookAfter };
  }
  const isInFuture = lookedAt !== undefined && lookedAt > addSeconds(realNow, CLOCK_SKEW_SECONDS);
  return isInFuture ? { reason: 'looked_in_future' } : undefined;
}

/** Records that more was returned than the order records for a completed refund. */
function furtherReturn(
  order: PaymentOrder,
  refund: Refund,
  { outcome, returned, note }: RefundFinding,
  now: Date,
): ConcludedRefund {
  const way = outcome === 'made_by_hand' ? 'by_hand' : 'at_channel';
  const corrected = correctRefund(order, refund, { way, note, ...(returned && { returned }) }, now);
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
  // A refund is held back only before it is sent. Once it is sent, the channel has it and may make it.
  const isWaiting = refund.state === 'INITIALISED' && isHeldBack(order, refund);
  return isOpen || isSettled || isReportedMade(order, refund) || isWaiting;
}

function isOtherAmountReported(order: PaymentOrder, { refundId, amount }: Refund): boolean {
  return recordsOfRefund(order, refundId).some(
    ({ result, reported, isSettled }) =>
      result === 'succeeded' && !isSettled && !isSameMoney(reported, amount),
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
  { outcome, returned = refund.amount, note }: RefundFinding,
  now: Date,
): PaymentOrder {
  const found: Refund = {
    ...refund,
    amount: returned,
    ...(!isSameMoney(returned, refund.amount) && { requestedAmount: refund.amount }),
    ...(outcome === 'made_by_hand' && { isMadeByHand: true }),
  };
  const next = makeRefund(order, found, now);
  return changed(withConfirmed(next, refund, outcome === 'made', { now, note })).order;
}

/**
 * Settles the cases of those set-aside reports that agree with the operator's finding. If the operator returned the money by
 * hand, a report that the channel made the refund too stays a case.
 */
function withConfirmed(
  order: PaymentOrder,
  { refundId }: Refund,
  isMadeAtChannel: boolean,
  settlement: { readonly now: Date; readonly note: string },
): PaymentOrder {
  const confirmed = recordsOfRefund(order, refundId).filter(
    ({ result }) => (result !== 'failed') === isMadeAtChannel,
  );
  return settleRecords(order, confirmed, settlement);
}

function notMade(order: PaymentOrder, refund: Refund, { note }: RefundFinding, now: Date): PaymentOrder {
  if (refund.state === 'INITIALISED' && !isAutomatic(refund)) {
    return changed(withdrawForOperator(order, refund, now)).order;
  }
  const failed = failRefund(order, refund, foundNotMade, now);
  return changed(withConfirmed(failed, refund, false, { now, note })).order;
}

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
