import type { Money } from '@kassa/contracts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { applyDisputeReport } from '../../src/domain/dispute/apply-dispute-report.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { decideRefund } from '../../src/domain/refund/request-refund.ts';
import {
  afterChange,
  closed,
  demand,
  latest,
  money,
  newOrder,
  opened,
  startRefund,
  submitted,
  succeeded,
} from './orders.ts';

/** Builds orders whose money moved at the moments that a test names. */

export function paidOn(
  at: string,
  order: { merchantId: string; number: string; amount?: Money },
): PaymentOrder {
  const { merchantId, number, amount = money(10_000) } = order;
  const created = submitted(opened(newOrder({ merchantId, merchantTransactionId: number, amount })));
  const { attemptId } = latest(created);
  return afterChange(applyPaymentResult(created, attemptId, succeeded(amount), new Date(at)));
}

/** Returns an order that was paid only after it had closed, so that the money is returned automatically. */
export function lateOn(at: string, order: { merchantId: string; number: string }): PaymentOrder {
  const { merchantId, number } = order;
  const ended = closed(submitted(opened(newOrder({ merchantId, merchantTransactionId: number }))));
  const { attemptId } = latest(ended);
  return afterChange(applyPaymentResult(ended, attemptId, succeeded(), new Date(at)));
}

export function refundedOn(
  at: string,
  order: PaymentOrder,
  number: string,
  amountMinor: number,
): PaymentOrder {
  const { order: accepted, refundId } = refundAcceptedOn(at, order, number, amountMinor);
  return madeOn(at, accepted, refundId);
}

/** Adds a refund that was accepted and that the channel has not made yet. */
export function refundAcceptedOn(
  at: string,
  order: PaymentOrder,
  number: string,
  amountMinor: number,
): { readonly order: PaymentOrder; readonly refundId: string } {
  const amount = money(amountMinor, order.amount.currency);
  const decision = decideRefund(order, demand(number, amount), new Date(at));
  if (decision.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(decision)}`);
  return { order: decision.order, refundId: decision.refund.refundId };
}

/** Marks an accepted refund as made. */
export function madeOn(at: string, order: PaymentOrder, refundId: string): PaymentOrder {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (refund === undefined) throw new Error(`no refund ${refundId}`);
  const sent = afterChange(startRefund(order, refundId, new Date(at), true));
  const result = { kind: 'succeeded', returned: refund.amount } as const;
  return afterChange(applyRefundResult(sent, refundId, result, new Date(at)));
}

/** Applies the channel's report about a dispute. */
export function disputeOn(
  at: string,
  order: PaymentOrder,
  kind: 'opened' | 'won' | 'lost',
  channelReference: string,
  amountMinor = order.amount.amountMinor,
): PaymentOrder {
  const report = { kind, channelReference, amount: money(amountMinor, order.amount.currency) };
  const attemptId = order.paidByAttemptId ?? '';
  return afterChange(applyDisputeReport(order, attemptId, report, new Date(at)));
}
