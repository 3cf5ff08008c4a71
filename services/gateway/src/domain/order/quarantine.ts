import { isDeepStrictEqual } from 'node:util';
import type { Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../attempt/payment-attempt.ts';
import type { Dispute, DisputeReport } from '../dispute/dispute.ts';
import type { Refund, RefundResult } from '../refund/refund.ts';
import { setAsideIdOf } from './order-identifiers.ts';
import { changed, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder, QuarantinedResult } from './payment-order.ts';

/**
 * Sets aside what can not be true of the order or contradicts what has ended: the order stays as it is,
 * and somebody has to look (decisions, section 5). The same report again changes nothing.
 */
function setAside(order: PaymentOrder, result: QuarantinedResult): Decision {
  const next = withSetAside(order, result);
  return next === order ? unchanged : changed(next);
}

function withSetAside(order: PaymentOrder, result: QuarantinedResult): PaymentOrder {
  const isKnown = order.quarantine.some((known) =>
    isDeepStrictEqual({ ...known, receivedAt: result.receivedAt }, result),
  );
  return isKnown ? order : { ...order, quarantine: [...order.quarantine, result] };
}

/** The order with a payment of other money than was asked for. */
export function withPaymentSetAside(
  order: PaymentOrder,
  { attemptId }: Pick<PaymentAttempt, 'attemptId'>,
  reported: Money,
  now: Date,
): PaymentOrder {
  return withSetAside(order, { attemptId, reported, receivedAt: now });
}

export function setDisputeAside(
  order: PaymentOrder,
  attemptId: string,
  report: DisputeReport,
  now: Date,
): Decision {
  const { channelReference, amount, kind } = report;
  return setAside(order, disputeResult(attemptId, channelReference, amount, kind, now));
}

/** The order without a dispute that waited for a payment: another attempt has paid, or none has paid in time. */
export function withDisputeSetAside(order: PaymentOrder, dispute: Dispute, now: Date): PaymentOrder {
  const { attemptId, channelReference, amount, state } = dispute;
  const result = disputeResult(attemptId, channelReference, amount, state, now);
  return withSetAside({ ...order, dispute: null }, result);
}

function disputeResult(
  attemptId: string,
  channelReference: string,
  reported: Money,
  result: DisputeReport['kind'],
  receivedAt: Date,
): QuarantinedResult {
  return { attemptId, reported, receivedAt, subject: { kind: 'dispute', channelReference, result } };
}

/** A report about a dispute of an attempt's money that was set aside. */
export interface DisputeReportSetAside {
  readonly channelReference: string;
  readonly result: DisputeReport['kind'];
  readonly amount: Money;
  /** Whether an operator has looked into it. */
  readonly isSettled: boolean;
}

/** What was set aside about disputes of an attempt's money, the oldest first. */
export function disputeReportsSetAside(
  { orderId, quarantine, settledCases }: PaymentOrder,
  attemptId: string,
): readonly DisputeReportSetAside[] {
  return quarantine.flatMap(({ attemptId: disputed, reported, receivedAt, subject }, index) => {
    if (disputed !== attemptId || subject?.kind !== 'dispute') return [];
    const id = setAsideIdOf(orderId, index + 1);
    const { channelReference, result } = subject;
    const isSettled = settledCases.some(({ caseId, at }) => caseId === id && at >= receivedAt);
    return [{ channelReference, result, amount: reported, isSettled }];
  });
}

export function setRefundResultAside(
  order: PaymentOrder,
  { refundId, attemptId, amount }: Refund,
  result: RefundResult | { readonly kind: 'pending' },
  now: Date,
): Decision {
  return setAside(order, {
    attemptId,
    reported: result.kind === 'succeeded' ? result.returned : amount,
    receivedAt: now,
    subject: { kind: 'refund', refundId, result: result.kind },
  });
}
