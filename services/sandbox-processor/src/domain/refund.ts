import { type Failure, failure } from './failure.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly status: RefundStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
  readonly failure: Failure | null;
  /** When a pending refund gets its result; null while it is held back. */
  readonly dueAt: Date | null;
  /** As for a payment; absent while they have it. */
  readonly isHidden?: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
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

/** Money that has been paid back. */
export function refundedMinor(refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[]): number {
  return sumMinor(refunds.filter(({ status }) => status === 'succeeded'));
}

/** Money that has been paid back or is about to be: pending refunds hold their amount, failed ones release it. */
export function reservedMinor(refunds: readonly Pick<Refund, 'status' | 'amountMinor'>[]): number {
  return sumMinor(refunds.filter(({ status }) => status !== 'failed'));
}

function sumMinor(refunds: readonly Pick<Refund, 'amountMinor'>[]): number {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0);
}
