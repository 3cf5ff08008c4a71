import { openCases, refundOfCase } from '../domain/order/operator-cases.ts';
import { excessivelyReturnedMinor } from '../domain/order/order-sums.ts';
import type { PaymentOrder } from '../domain/order/payment-order.ts';
import { isRecordSettled } from '../domain/order/quarantine.ts';
import { isAutomatic } from '../domain/refund/refund.ts';
import type { Alert } from '../ports/alerts.ts';

/**
 * Returns the alerts for an operator that follow from a change of an order. They are derived only from the order before and
 * after the change. So it does not matter whether the gateway learned a fact from a callback or by asking the channel.
 */
export function announcementsOf(before: PaymentOrder, after: PaymentOrder): readonly Alert[] {
  return [
    ...newlySetAside(before, after),
    ...newlyReturned(before, after),
    ...newlyForOperator(before, after),
    ...newlyReturnedTooMuch(before, after),
    ...newlyWithoutOutcome(before, after),
    ...newlyUnresolved(before, after),
    ...newlyUncollected(before, after),
  ];
}

function newlySetAside(before: PaymentOrder, after: PaymentOrder): readonly Alert[] {
  const { orderId, quarantine } = after;
  return quarantine.flatMap((result, index): Alert[] => {
    // A report that needs no action is stored with its case already settled. Raise no alert for it.
    if (index < before.quarantine.length || isRecordSettled(after, index)) return [];
    const { attemptId, subject } = result;
    const alert = { kind: 'result_quarantined', orderId, attemptId } as const;
    return [subject === undefined ? alert : { ...alert, result }];
  });
}

function newlyReturned(before: PaymentOrder, { orderId, refunds }: PaymentOrder): readonly Alert[] {
  return refunds.slice(before.refunds.length).flatMap((refund): Alert[] => {
    const { attemptId, origin } = refund;
    // Raise an alert only for the first automatic refund of an attempt. Any further automatic refund only tries again to return
    // the same money.
    const first = refunds.find((other) => other.attemptId === attemptId && isAutomatic(other));
    return first === refund ? [{ kind: 'money_returned', orderId, origin }] : [];
  });
}

/**
 * Returns the alerts about refunds that an operator has to handle: a refund without a result, or a late or second payment that
 * was not returned. A case that opens again after it was settled raises another alert.
 */
function newlyForOperator(before: PaymentOrder, after: PaymentOrder): readonly Alert[] {
  const known = openCases(before).map(({ caseId }) => caseId);
  return openCases(after).flatMap(({ caseId, kind }): Alert[] => {
    if (kind !== 'refund_unresolved' && kind !== 'return_failed') return [];
    const refund = refundOfCase(after, caseId);
    return refund && !known.includes(caseId)
      ? [{ kind, orderId: after.orderId, refundId: refund.refundId }]
      : [];
  });
}

function newlyReturnedTooMuch(before: PaymentOrder, after: PaymentOrder): readonly Alert[] {
  return excessivelyReturnedMinor(after) > excessivelyReturnedMinor(before)
    ? [{ kind: 'returned_too_much', orderId: after.orderId }]
    : [];
}

function newlyWithoutOutcome(before: PaymentOrder, { orderId, dispute }: PaymentOrder): readonly Alert[] {
  const since = dispute?.unresolvedSince ?? null;
  const isKnown = since?.getTime() === before.dispute?.unresolvedSince?.getTime();
  return since === null || isKnown ? [] : [{ kind: 'dispute_unresolved', orderId }];
}

function newlyUnresolved(before: PaymentOrder, { orderId, attempts }: PaymentOrder): readonly Alert[] {
  return attempts.flatMap(({ attemptId, unresolvedSince }, index): Alert[] => {
    // If an operator has settled the earlier case and a new case has opened, the times differ.
    const isKnown = unresolvedSince?.getTime() === before.attempts[index]?.unresolvedSince?.getTime();
    return unresolvedSince === null || isKnown ? [] : [{ kind: 'cancellation_given_up', orderId, attemptId }];
  });
}

function newlyUncollected(before: PaymentOrder, { orderId, attempts }: PaymentOrder): readonly Alert[] {
  return attempts.flatMap(({ attemptId, uncollected }, index): Alert[] => {
    const known = before.attempts[index]?.uncollected;
    // The channel can report the same loss again under the same reference. The start time of the case is then later.
    const isKnown =
      uncollected?.channelReference === known?.channelReference &&
      uncollected?.since.getTime() === known?.since.getTime();
    return uncollected === null || isKnown ? [] : [{ kind: 'payment_uncollected', orderId, attemptId }];
  });
}
