import { type Failure, failure } from './failure.ts';
import { later, type Timing } from './timing.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly status: RefundStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
  readonly failure: Failure | null;
  /** When a pending refund gets its result. Null while the refund is held for a tester. */
  readonly dueAt: Date | null;
  /** Whether the processor's own books hide the refund; absent if they do not. */
  readonly isHidden?: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface RefundRequest {
  readonly id: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
}

/** Why a refund was not started. Nothing has changed then. */
export interface NotRefundable {
  readonly kind: 'not_refundable';
  readonly code:
    | 'payment_not_paid'
    | 'voucher_not_paid'
    | 'payment_in_dispute'
    | 'currency_mismatch'
    | 'amount_exceeds_refundable';
  readonly reason: string;
}

export function notRefundable(code: NotRefundable['code'], reason: string): NotRefundable {
  return { kind: 'not_refundable', code, reason };
}

/** @param leftMinor what can still be refunded, which is less than was requested */
export function exceedsRefundable(leftMinor: number, currency: string): NotRefundable {
  const reason = `At most ${leftMinor} ${currency} minor units can still be refunded.`;
  return notRefundable('amount_exceeds_refundable', reason);
}

/** A new refund. If refunds are held, its result waits for a tester. */
export function begunRefund(
  request: RefundRequest,
  { holdsRefunds }: { readonly holdsRefunds: boolean },
  now: Date,
  timing: Timing,
): Omit<Refund, 'paymentId'> {
  return {
    ...request,
    status: 'pending',
    failure: null,
    dueAt: holdsRefunds ? null : later(now, timing.refundDelayMs),
    createdAt: now,
    updatedAt: now,
  };
}

/** @typeParam Settled a refund of a payment or of a voucher */
export function settledRefund<Settled extends Omit<Refund, 'paymentId'>>(
  refund: Settled,
  status: Exclude<RefundStatus, 'pending'>,
  now: Date,
): Settled {
  const reason = status === 'failed' ? failure('refund_failed') : null;
  return { ...refund, status, failure: reason, updatedAt: now };
}

/** Money that was paid back. */
export function refundedMinor(refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[]): number {
  return sumMinor(refunds.filter(({ status }) => status === 'succeeded'));
}

/** The money that was refunded or is about to be. Pending refunds reserve their amount; failed refunds release it. */
export function reservedMinor(refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[]): number {
  return sumMinor(refunds.filter(({ status }) => status !== 'failed'));
}

function sumMinor(refunds: readonly Pick<Refund, 'amountMinor'>[]): number {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0);
}
