import { isDeepStrictEqual } from 'node:util';
import type { DisputeReport } from './dispute.ts';
import { changed, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder, QuarantinedResult } from './payment-order.ts';
import type { Refund, RefundResult } from './refund.ts';

/**
 * Sets aside what can not be true of the order or contradicts what has ended: the order stays as it is,
 * and somebody has to look (decisions, section 5). The same report again changes nothing.
 */
function setAside(order: PaymentOrder, result: QuarantinedResult): Decision {
  const isKnown = order.quarantine.some((known) =>
    isDeepStrictEqual({ ...known, receivedAt: result.receivedAt }, result),
  );
  return isKnown ? unchanged : changed({ ...order, quarantine: [...order.quarantine, result] });
}

export function setDisputeAside(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Decision {
  const { channelReference, kind } = report;
  return setAside(order, {
    attemptId,
    reported: report.amount,
    receivedAt: now,
    subject: { kind: 'dispute', channelReference, result: kind },
  });
}

export function setRefundResultAside(
  order: PaymentOrder,
  { refundId, attemptId, amount }: Refund,
  result: RefundResult,
  now: Date,
): Decision {
  return setAside(order, {
    attemptId,
    reported: result.kind === 'succeeded' ? result.returned : amount,
    receivedAt: now,
    subject: { kind: 'refund', refundId, result: result.kind },
  });
}
