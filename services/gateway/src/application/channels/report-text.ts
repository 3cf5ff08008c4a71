import { formatAmount, type Money } from '@kassa/contracts';
import { canBeDisputed } from '../../domain/dispute/disputed-amount.ts';
import { type DisputeOutcome, outcomeOf } from '../../domain/dispute/disputes-set-aside.ts';
import { disputeBeforeLoss } from '../../domain/dispute/loss-behind-dispute.ts';
import type {
  PaymentOrder,
  QuarantinedResult,
  QuarantinedSubject,
} from '../../domain/order/payment-order.ts';
import { uncountedPayments } from '../../domain/order/uncounted-payments.ts';
import type { ChannelNotification } from '../../ports/channel-callback.ts';

/** A channel's report about a payment, refund or dispute of the gateway. */
export type ChannelReport = Exclude<ChannelNotification, { kind: 'for_operator' | 'irrelevant' }>;

/** Describes a channel's report in words for an operator. */
export function textOf(report: ChannelReport): string {
  switch (report.kind) {
    case 'payment': {
      const { result } = report;
      return `a payment with the result ${result.kind}${result.kind === 'succeeded' ? `, ${moneyText(result.paid)}` : ''}`;
    }
    case 'payment_under_way':
      return 'a payment that is under way';
    case 'refund':
    case 'refund_by_reference': {
      const { result } = report;
      return `a refund with the result ${result.kind}${result.kind === 'succeeded' ? `, ${moneyText(result.returned)}` : ''}`;
    }
    case 'dispute':
      return `a dispute in the state ${report.report.kind}, over ${moneyText(report.report.amount)}`;
    case 'uncollected':
      return `money that could not be collected (${report.reason})`;
  }
}

/** Describes an amount in words. If a channel reported an invalid amount, it is shown as the channel reported it. */
export function moneyText(money: Money): string {
  try {
    return `${formatAmount(money)} ${money.currency}`;
  } catch {
    return `${money.amountMinor} minor units of ${money.currency}`;
  }
}

/**
 * Describes, for an operator, the channels' reports that a change would add to an order: reports that contradict the order, and
 * a new dispute.
 */
export function reportsIn(before: PaymentOrder, decided: PaymentOrder): readonly string[] {
  const setAside = decided.quarantine
    .slice(before.quarantine.length)
    .map((result) => `about attempt ${result.attemptId}: “${setAsideText(decided, result)}”`);
  const { dispute } = decided;
  if (dispute === null || dispute.channelReference === before.dispute?.channelReference) return setAside;
  const { attemptId, channelReference, amount, state } = dispute;
  const text = `The dispute ${channelReference} over ${moneyText(amount)} was reported as ${state}.`;
  return [...setAside, `about attempt ${attemptId}: “${text}”`];
}

/** Describes, in a sentence for an operator, a channel's report that contradicts the order. */
export function setAsideText(order: PaymentOrder, result: QuarantinedResult | undefined): string {
  if (result === undefined) return 'A channel’s report contradicts the order.';
  const { subject } = result;
  const reported = moneyText(result.reported);
  switch (subject?.kind) {
    case undefined:
      return result.paymentReference === undefined
        ? `A payment of ${reported} was reported, but the amount of this order is ${moneyText(order.amount)}.`
        : `The channel reported a further payment of ${reported} (${result.paymentReference}) for an attempt of this order. The amount of the order is ${moneyText(order.amount)}.`;
    case 'uncounted_payment':
      return `${uncountedText(subject, reported)}. The report is about the payment ${result.paymentReference}. ${placeOfPayment(order, result)}`;
    case 'dispute': {
      if (subject.isOfUnknownDispute) {
        return `The channel reported a dispute over ${reported} as ${subject.result}, in the event ${subject.channelReference}, which does not say which of the payment’s disputes is meant. Find the dispute in the channel’s own record, conclude it under its own reference if it has ended, and settle this case.${advice(order, result.attemptId)}${adviceOnLoss(order, result)}`;
      }
      const here = placeOfDispute(order, subject.channelReference);
      return `The dispute ${subject.channelReference} over ${reported} was reported as ${subject.result}; ${here}.${adviceOnLoss(order, result)}`;
    }
    case 'refund': {
      // Do not say that the report is wrong: a report that contradicts the order can be right. For example, a bank can reject
      // money that the channel had already reported as returned.
      const refund = order.refunds.find(({ refundId }) => refundId === subject.refundId);
      if (refund === undefined && subject.result === 'failed') {
        return `Somebody tried to make the refund ${subject.channelReference} at the processor by hand, and it failed.`;
      }
      if (refund === undefined) {
        return `Somebody made the refund ${subject.channelReference} of ${reported} at the processor by hand. Together with other refunds, it exceeds the payment of ${moneyText(order.amount)}, so the order does not count it.`;
      }
      const byHand = refund.isMadeByHand === true ? ', returned by hand' : '';
      const known = `${refund.state}, of ${moneyText(refund.amount)}${byHand}`;
      const { channelReference } = subject;
      if (channelReference !== undefined && refund.channelReference === null) {
        return `The channel reported its refund ${channelReference} over ${reported} as ${subject.result}. It may be the refund ${subject.refundId}, which the order records as ${known}.`;
      }
      if (channelReference !== undefined) {
        return `The channel reported its refund ${channelReference} over ${reported} as ${subject.result}, under the ID ${subject.refundId}. But the order’s refund with this ID is ${known}, and the channel’s reference for it is ${refund.channelReference}.`;
      }
      if (subject.reportId !== undefined) {
        return `The channel reported in the event ${subject.reportId} that a refund of this payment failed, but not which one. It may be the refund ${subject.refundId}, which the order records as ${known}, or another. Compare all refunds of the payment with the channel’s own record.`;
      }
      return subject.result === 'pending'
        ? `The channel reported the refund ${subject.refundId} of ${reported} as not yet ended; the order records it as ${known}.`
        : `The refund ${subject.refundId} of ${reported} was reported as ${subject.result}; the order records it as ${known}.`;
    }
  }
}

/** Tells the operator not to record the loss of a payment that the order does not count. */
function advice(order: PaymentOrder, attemptId: string): string {
  const names = new Set(uncountedPayments(order, attemptId).map(({ paymentReference }) => paymentReference));
  return names.size === 0
    ? ''
    : ` But do not conclude the dispute if it is over a payment that the order does not count (${[...names].join(', ')}): then only settle this case.`;
}

/** Tells the operator that the case of a loss cannot be settled while another dispute is open, and what happens then. */
function adviceOnLoss(order: PaymentOrder, result: QuarantinedResult): string {
  const before = disputeBeforeLoss(order, result);
  if (before === undefined || result.subject?.kind !== 'dispute') return '';
  const { channelReference, isOfUnknownDispute = false } = result.subject;
  const isTakenUp =
    !isOfUnknownDispute &&
    canBeDisputed(result.reported, order.amount) &&
    outcomeOf(order, channelReference) === undefined;
  const next = isTakenUp ? ' This loss is then recorded automatically.' : '';
  return ` The order cannot record this loss while the dispute ${before.channelReference} is open, so the case cannot be settled before that dispute has ended.${next}`;
}

function placeOfPayment(order: PaymentOrder, { attemptId, paymentReference }: QuarantinedResult): string {
  const attempt = order.attempts.find((each) => each.attemptId === attemptId);
  return attempt?.paymentReference === paymentReference
    ? 'The order did not count this payment yet when the report arrived. Compare the order with the channel’s own record.'
    : 'The order does not count this payment, so the report changes nothing else.';
}

function uncountedText(
  { result, channelReference }: Extract<QuarantinedSubject, { kind: 'uncounted_payment' }>,
  reported: string,
): string {
  switch (result) {
    case 'refunded':
      return `The channel reported its refund ${channelReference} of ${reported} as made`;
    case 'refund_failed':
      return `The channel reported its refund ${channelReference} as failed`;
    case 'dispute_opened':
    case 'dispute_won':
    case 'dispute_lost':
      return `The dispute ${channelReference} over ${reported} was reported as ${result.slice('dispute_'.length)}`;
    case 'uncollected':
      return `The channel reported that it could not collect ${reported} (${channelReference})`;
  }
}

function placeOfDispute(order: PaymentOrder, channelReference: string): string {
  const known = outcomeOf(order, channelReference);
  if (known !== undefined) return `the order records it as ${outcomeText(known)}`;
  const { dispute } = order;
  return dispute?.channelReference === channelReference
    ? `the order records it as open, over ${moneyText(dispute.amount)}`
    : 'the order does not record this dispute';
}

function outcomeText(outcome: DisputeOutcome): string {
  return outcome.kind === 'won' ? 'won' : `lost, with ${moneyText(outcome.lost)} taken by the bank`;
}
