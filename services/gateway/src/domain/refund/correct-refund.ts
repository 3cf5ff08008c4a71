import type { Money } from '@kassa/contracts';
import { refundIdOf } from '../order/order-identifiers.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { type RecordSetAside, recordsOfRefund, settleRecords } from '../order/quarantine.ts';
import { reportsAnsweredBy } from './answered-reports.ts';
import { makeRefund } from './end-refund.ts';
import { madeMinor, type ReturnWay } from './made-amount.ts';
import { newRefund, type Refund } from './refund.ts';

/** What an operator found out about a completed refund: how much money was returned, and whether by the channel or by hand. */
export interface FoundReturn {
  readonly way: ReturnWay;
  /**
   * The total amount that was returned in the given `way`: by the channel or by hand. If the channel returned the money, this
   * member can be absent; the amount from the channel's report is then used.
   */
  readonly returned?: Money;
  /** The operator has seen the channel's reports that the gateway received before this business time. */
  readonly seenUntil: Date | undefined;
  /** In the operator's words. */
  readonly note: string;
}

export type CorrectedRefund =
  | { readonly kind: 'corrected'; readonly order: PaymentOrder; readonly correction: Refund }
  /**
   * There is nothing to record. Either the order already records the amount that the operator found, or neither the operator
   * nor the channel has named an amount.
   */
  | { readonly kind: 'nothing_more' }
  /** The order records a larger amount than the operator found. A recorded return cannot be taken back. */
  | { readonly kind: 'recorded_more'; readonly recorded: Money };

/**
 * Records money that was returned for a completed refund in addition to the refund's amount. For example, the channel returned
 * too much, or both the channel and an operator returned the money. The additional amount becomes a separate refund, so the
 * completed refund stays unchanged, and totals, events and the day's settlement report are correct.
 */
export function correctRefund(
  order: PaymentOrder,
  refund: Refund,
  { way, returned = reportedByChannel(order, refund, way), seenUntil, note }: FoundReturn,
  now: Date,
): CorrectedRefund {
  const recordedMinor = madeMinor(order, refund.refundId, way);
  if (returned === undefined || returned.amountMinor === recordedMinor) return { kind: 'nothing_more' };
  if (returned.amountMinor < recordedMinor) {
    return { kind: 'recorded_more', recorded: { ...returned, amountMinor: recordedMinor } };
  }
  const { transactionId, attemptId, origin } = refund;
  const refundId = refundIdOf(order.orderId, order.refunds.length + 1);
  const further = newRefund(
    {
      refundId,
      transactionId: refundId,
      amount: { ...returned, amountMinor: returned.amountMinor - recordedMinor },
      attemptId,
      origin,
      fingerprint: refundId,
      reason: `went back beyond the amount of ${transactionId}`,
      remark: null,
    },
    now,
  );
  const correction: Refund = {
    ...further,
    correctsRefundId: refund.refundId,
    ...(way === 'by_hand' && { isMadeByHand: true }),
  };
  const made = makeRefund({ ...order, refunds: [...order.refunds, correction] }, correction, now);
  const answered =
    way === 'at_channel'
      ? reportsAnsweredBy(order, refund, { returned, seenUntil })
      : recordsCounted(made, refund);
  const settled = settleRecords(made, answered, { now, note });
  return {
    kind: 'corrected',
    order: changed(settled).order,
    correction: made.refunds.at(-1) ?? correction,
  };
}

/**
 * Returns the amount that the channel reported as returned for a refund, from the latest report whose case no operator has
 * settled. Undefined if there is no such report, if its amount is invalid, or if the money was returned by hand.
 */
function reportedByChannel(order: PaymentOrder, { refundId }: Refund, way: ReturnWay): Money | undefined {
  if (way === 'by_hand') return undefined;
  const { currency, amountMinor } = order.amount;
  const latest = recordsOfRefund(order, refundId).findLast(
    ({ result, isSettled }) => result === 'succeeded' && !isSettled,
  )?.reported;
  if (latest?.currency !== currency || !Number.isSafeInteger(latest.amountMinor)) return undefined;
  return latest.amountMinor <= amountMinor ? latest : undefined;
}

/**
 * Returns the channel's reports whose cases are settled when an operator records a return by hand: only reports whose amount the
 * order already records. A report about another refund with the same ID stays open.
 */
function recordsCounted(order: PaymentOrder, { refundId }: Refund): readonly RecordSetAside[] {
  const countedMinor = madeMinor(order, refundId, 'at_channel');
  return recordsOfRefund(order, refundId).filter(
    ({ result, reported, isOfAnother }) =>
      result !== 'failed' &&
      !isOfAnother &&
      reported.currency === order.amount.currency &&
      reported.amountMinor <= countedMinor,
  );
}
