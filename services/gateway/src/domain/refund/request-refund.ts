import assert from 'node:assert/strict';
import { type Money, orderLimits } from '@kassa/contracts';
import { isDisputed } from '../dispute/disputes-set-aside.ts';
import { refundIdOf } from '../order/order-identifiers.ts';
import { refundableMinor } from '../order/order-sums.ts';
import { changed } from '../order/order-transition.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { newRefund, type Refund } from './refund.ts';

/**
 * The maximum number of refunds that a merchant can request for an order. An order is one document in the database and must
 * stay small. The gateway's own refunds and operators' corrections count too, but may exceed this limit.
 */
export const MAX_REFUNDS = orderLimits.refunds;

/**
 * The maximum number of refund IDs that an order remembers after giving them up to other orders. The order refuses late calls
 * that still use such an ID. Such calls end within seconds, so the order has to remember only the latest IDs.
 */
const MAX_RELEASED = orderLimits.releasedRefundNumbers;

/** The amount that a merchant asks to refund; null for everything that can still be refunded. */
export interface RequestedAmount {
  readonly amountMinor: number | null;
  readonly currency: string;
}

export interface RefundDemand {
  readonly transactionId: string;
  readonly amount: RequestedAmount;
  readonly fingerprint: string;
  readonly reason: string | null;
  readonly remark: string | null;
  /**
   * The number (epoch) of the claim by which this order holds the merchant's refund ID. It grows each time the ID goes to
   * another order, so that the gateway recognises a call that relies on an older claim.
   */
  readonly claimEpoch: number;
}

export type RefundDecision =
  | { readonly kind: 'accepted'; readonly order: PaymentOrder; readonly refund: Refund }
  /** The merchant repeats a refund request that was accepted before. */
  | { readonly kind: 'exists'; readonly refund: Refund }
  /**
   * The merchant's refund ID no longer belongs to this order: another order has claimed the ID since the caller claimed it for
   * this order. The caller has to claim the ID again.
   */
  | { readonly kind: 'claim_lost' }
  | { readonly kind: 'refused'; readonly reason: 'DUPLICATE_REFUND' }
  /**
   * The payment is disputed. If `isSetAside` is true, the report of the dispute contradicts the order, and an operator has to
   * examine the report before the payment can be refunded.
   */
  | { readonly kind: 'refused'; readonly reason: 'ORDER_IN_DISPUTE'; readonly isSetAside: boolean }
  | {
      readonly kind: 'refused';
      readonly reason: 'ORDER_NOT_REFUNDABLE';
      readonly state: PaymentOrder['state'];
    }
  | { readonly kind: 'refused'; readonly reason: 'TOO_MANY_REFUNDS' }
  | { readonly kind: 'refused'; readonly reason: 'CURRENCY_MISMATCH'; readonly expected: string }
  | { readonly kind: 'refused'; readonly reason: 'REFUND_EXCEEDS_AMOUNT'; readonly refundable: Money };

/**
 * Decides whether the gateway accepts a merchant's refund request. The completed, the pending and the requested refunds
 * together must not exceed the paid amount. A request without an amount refunds everything that is refundable now. A repeated
 * request is recognised before all other checks. It gets its first answer again, whatever has happened since.
 */
export function decideRefund(order: PaymentOrder, demand: RefundDemand, now: Date): RefundDecision {
  const existing = order.refunds.find((refund) => refund.transactionId === demand.transactionId);
  if (existing !== undefined) {
    return existing.fingerprint === demand.fingerprint
      ? { kind: 'exists', refund: existing }
      : { kind: 'refused', reason: 'DUPLICATE_REFUND' };
  }
  const isReleased = order.releasedRefundNumbers.some(
    (released) => released.transactionId === demand.transactionId && released.epoch >= demand.claimEpoch,
  );
  if (isReleased) return { kind: 'claim_lost' };

  switch (order.state) {
    case 'INIT':
    case 'PAYING':
    case 'PAY_FAIL':
    case 'CLOSE':
      return { kind: 'refused', reason: 'ORDER_NOT_REFUNDABLE', state: order.state };
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
    case 'REFUNDED':
    case 'IN_DISPUTE':
      break;
  }
  const attemptId = order.paidByAttemptId;
  assert(attemptId !== null, `order ${order.orderId} is paid by no attempt`);
  const isInDispute = order.state === 'IN_DISPUTE';
  // Refuse the refund now, because the payment is disputed. If the gateway accepted the refund, it would have to withdraw the
  // refund later instead of sending it.
  if (isInDispute || isDisputed(order, attemptId)) {
    return { kind: 'refused', reason: 'ORDER_IN_DISPUTE', isSetAside: !isInDispute };
  }
  if (order.refunds.length >= MAX_REFUNDS) return { kind: 'refused', reason: 'TOO_MANY_REFUNDS' };
  const { currency } = order.amount;
  if (demand.amount.currency !== currency) {
    return { kind: 'refused', reason: 'CURRENCY_MISMATCH', expected: currency };
  }
  const refundable = refundableMinor(order);
  const amountMinor = demand.amount.amountMinor ?? refundable;
  if (amountMinor > refundable || amountMinor === 0) {
    return {
      kind: 'refused',
      reason: 'REFUND_EXCEEDS_AMOUNT',
      refundable: { amountMinor: refundable, currency },
    };
  }
  return accepted(order, demand, { attemptId, amount: { amountMinor, currency } }, now);
}

function accepted(
  order: PaymentOrder,
  { transactionId, fingerprint, reason, remark }: RefundDemand,
  returned: Pick<Refund, 'attemptId' | 'amount'>,
  now: Date,
): RefundDecision {
  const refundId = refundIdOf(order.orderId, order.refunds.length + 1);
  const refund = newRefund(
    { refundId, transactionId, ...returned, origin: 'merchant', fingerprint, reason, remark },
    now,
  );
  return {
    kind: 'accepted',
    order: changed({ ...order, refunds: [...order.refunds, refund] }).order,
    refund,
  };
}

/**
 * Gives up a refund ID that this order claimed but never used, so that another order can use it. This order remembers the ID,
 * so that a late call cannot use it here any more.
 */
export function releaseRefundId(
  order: PaymentOrder,
  transactionId: string,
  epoch: number,
): { readonly kind: 'changed'; readonly order: PaymentOrder } | { readonly kind: 'in_use' } {
  if (order.refunds.some((refund) => refund.transactionId === transactionId)) return { kind: 'in_use' };
  const others = order.releasedRefundNumbers.filter((released) => released.transactionId !== transactionId);
  const known = order.releasedRefundNumbers.find((released) => released.transactionId === transactionId);
  // A slow call may release an earlier claim after a later claim was released. Keep the record of the later claim.
  const latestEpoch = Math.max(epoch, known?.epoch ?? 0);
  const latest = [...others, { transactionId, epoch: latestEpoch }].slice(-MAX_RELEASED);
  return changed({ ...order, releasedRefundNumbers: latest });
}
