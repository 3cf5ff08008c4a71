import { applyDisputeReport, takeUpDisputesOfPayment } from '../dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { settleRecords } from '../order/quarantine.ts';
import {
  disputesBeforeCounted,
  uncollectedBeforeCounted,
  withReportsOfCounted,
  withUnnamedFailuresReopened,
} from '../order/uncounted-payments.ts';
import { countWhatFitsNow } from '../refund/count-channel-refund.ts';
import { withUncollected } from './note-uncollected.ts';
import type { PaymentAttempt } from './payment-attempt.ts';

const note = 'Applied, because the order counts the payment now.';

/**
 * Applies what the channel reported about a payment before the order counted the payment. For example, the channel first named
 * a wrong amount. The reports are applied even if an operator has settled their cases, because a settlement does not change who
 * has the money.
 *
 * @param before the attempt as it was before the report that made the order count the payment
 */
export function applyEarlierReports(order: PaymentOrder, before: PaymentAttempt, now: Date): PaymentOrder {
  const { attemptId } = before;
  const attempt = order.attempts.find((each) => each.attemptId === attemptId);
  if (attempt === undefined || !isCountedNow(attempt, before)) return order;
  const own = withReportsOfCounted(order, attempt);
  const refunded = countWhatFitsNow(own, attemptId, now, note);
  const doubted = refunded === own ? own : withUnnamedFailuresReopened(refunded, attempt, now);
  const next = withReportsUncollected(doubted, attempt, now);
  const reported = withDisputeReports(next, attempt, now);
  return own !== order && reported.paidByAttemptId === attemptId
    ? takeUpDisputesOfPayment(reported, attemptId, now)
    : reported;
}

/** Whether the order has only now learned that the attempt is paid, or which payment pays it. */
function isCountedNow(attempt: PaymentAttempt, before: PaymentAttempt): boolean {
  const hasSucceeded = attempt.state === 'SUCCEEDED' && before.state !== 'SUCCEEDED';
  return hasSucceeded || attempt.paymentReference !== before.paymentReference;
}

/** Applies the reports about disputes one after the other, as if they had arrived only now. */
function withDisputeReports(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  return disputesBeforeCounted(order, attempt).reduce((current, { report, record }) => {
    const applied = applyDisputeReport(current, attempt.attemptId, report, now);
    // All these reports belong to one change, so the order's version rises only once.
    const next = applied.kind === 'changed' ? { ...applied.order, version: current.version } : current;
    return settleRecords(next, [record], { now, note });
  }, order);
}

function withReportsUncollected(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  return uncollectedBeforeCounted(order, attempt).reduce((current, { record, ...report }) => {
    const reason = 'Reported before the order counted the payment.';
    const noted = withUncollected(current, attempt.attemptId, { ...report, reason }, now);
    return settleRecords(noted, [record], { now, note });
  }, order);
}
