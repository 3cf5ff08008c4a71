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
  /** When a pending refund gets its result. Null while a tester holds the refund back. */
  readonly dueAt: Date | null;
  /** Whether a tester has hidden the refund from the processor's own books. Absent if not. */
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

/** The reason why a refund was refused. A refused refund changes nothing. */
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

/** Creates a pending refund. While a tester holds refunds back, no time is planned for its result. */
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

/**
 * Returns the sum of the refunds that succeeded or are pending. A pending refund reserves its amount; a failed refund releases
 * it.
 */
export function reservedMinor(refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[]): number {
  return sumMinor(refunds.filter(({ status }) => status !== 'failed'));
}

function sumMinor(refunds: readonly Pick<Refund, 'amountMinor'>[]): number {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0);
}
