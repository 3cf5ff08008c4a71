import assert from 'node:assert/strict';
import type { RefundConclusion, RefundState } from '@kassa/contracts';
import { openCases } from '../order/operator-cases.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { applyRefundResult } from './progress-refund.ts';
import { isAutomatic, mayBeBeingSent, type Refund, type RefundFailure, type RefundResult } from './refund.ts';
import { cancelRefund } from './withdraw-refund.ts';

export type ConcludedRefund =
  | { readonly kind: 'concluded'; readonly order: PaymentOrder; readonly refund: Refund }
  | { readonly kind: 'refused'; readonly reason: 'not_found' }
  | { readonly kind: 'refused'; readonly reason: 'ended'; readonly endedAs: RefundState }
  /** It is no case yet: the gateway expects that the channel tells its result. */
  | { readonly kind: 'refused'; readonly reason: 'still_tried' }
  /** A call that sends it may still be running, and could make what was concluded as not made. */
  | { readonly kind: 'refused'; readonly reason: 'being_sent' };

/**
 * Ends a refund whose result its channel never tells, as an operator has found it. The order and the merchant are
 * told as if the channel had said so, and a later report of the channel that contradicts it is set aside.
 */
export function concludeRefund(
  order: PaymentOrder,
  refundId: string,
  outcome: RefundConclusion,
  { now, realNow }: { readonly now: Date; readonly realNow: Date },
): ConcludedRefund {
  const refund = findRefund(order, refundId);
  if (refund === undefined) return { kind: 'refused', reason: 'not_found' };
  if (refund.state !== 'INITIALISED' && refund.state !== 'PROCESSING') {
    return { kind: 'refused', reason: 'ended', endedAs: refund.state };
  }
  if (!isForOperator(order, refundId)) return { kind: 'refused', reason: 'still_tried' };
  if (mayBeBeingSent(refund, realNow)) return { kind: 'refused', reason: 'being_sent' };

  // From here on nothing refuses.
  const next = ended(order, refund, outcome, now);
  const concluded = findRefund(next, refundId);
  assert(concluded !== undefined, 'refunds are never taken out of an order');
  return { kind: 'concluded', order: next, refund: concluded };
}

/** It waits for an operator, or an operator has settled its case and could not say yet what became of it. */
function isForOperator(order: PaymentOrder, refundId: string): boolean {
  const isOpen = openCases(order).some(
    ({ caseId, kind }) => caseId === refundId && kind === 'refund_unresolved',
  );
  return isOpen || order.settledCases.some(({ caseId }) => caseId === refundId);
}

function ended(order: PaymentOrder, refund: Refund, outcome: RefundConclusion, now: Date): PaymentOrder {
  const { refundId, state, amount } = refund;
  if (outcome === 'not_made' && state === 'INITIALISED' && !isAutomatic(refund)) {
    const cancelled = cancelRefund(order, refundId, now);
    assert(cancelled.kind === 'cancelled', 'a refund that was not sent can be cancelled');
    return cancelled.order;
  }
  const result: RefundResult =
    outcome === 'made' ? { kind: 'succeeded', returned: amount } : { kind: 'failed', failure: foundNotMade };
  const decision = applyRefundResult(order, refundId, result, now);
  assert(decision.kind === 'changed', 'a refund that has not ended takes a result');
  return decision.order;
}

const foundNotMade: RefundFailure = {
  code: 'concluded_by_operator',
  message: 'The channel gave no result, and the operator found that it was not made.',
};

function findRefund(order: PaymentOrder, refundId: string): Refund | undefined {
  return order.refunds.find((refund) => refund.refundId === refundId);
}
