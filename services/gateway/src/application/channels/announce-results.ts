import { isAutomatic } from '../../domain/refund/refund.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { OrderChange } from '../change-order.ts';

/** What an operator has to know of a result, however it came: by callback, as an answer, or when asked. */

type AppliedResult = OrderChange<'changed' | 'unchanged'>;

/** @param appliedAt the moment that the result was applied with */
export function announcePaymentResult(
  alerts: Alerts,
  change: AppliedResult,
  attemptId: string,
  appliedAt: Date,
): void {
  if (change.kind !== 'done' || change.verdict === 'unchanged') return;
  const { orderId, quarantine, refunds } = change.order;
  const isNew = (moment: Date) => moment.getTime() === appliedAt.getTime();
  if (quarantine.some((entry) => entry.attemptId === attemptId && isNew(entry.receivedAt))) {
    alerts.raise({ kind: 'result_quarantined', orderId, attemptId });
  }
  for (const refund of refunds) {
    if (isAutomatic(refund) && refund.attemptId === attemptId && isNew(refund.createdAt)) {
      alerts.raise({ kind: 'money_returned', orderId, origin: refund.origin });
    }
  }
}

/** Money that did not pay the order and could not be returned either: somebody has to see to it. */
export function announceRefundResult(alerts: Alerts, change: AppliedResult, refundId: string): void {
  if (change.kind !== 'done' || change.verdict === 'unchanged') return;
  const refund = change.order.refunds.find((candidate) => candidate.refundId === refundId);
  if (refund?.state === 'FAILED' && isAutomatic(refund)) {
    alerts.raise({ kind: 'return_failed', orderId: change.order.orderId, refundId });
  }
}
