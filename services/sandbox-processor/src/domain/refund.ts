import type { Failure } from './failure.ts';

type RefundStatus = 'pending' | 'succeeded' | 'failed';

export interface Refund {
  readonly id: string;
  readonly paymentId: string;
  readonly status: RefundStatus;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string;
  readonly failure: Failure | null;
  /** When a pending refund gets its result. */
  readonly dueAt: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Money that has been paid back. */
export function refundedMinor(refunds: readonly Refund[]): number {
  return sumMinor(refunds.filter(({ status }) => status === 'succeeded'));
}

/** Money that has been paid back or is about to be: pending refunds hold their amount, failed ones release it. */
export function reservedMinor(refunds: readonly Refund[]): number {
  return sumMinor(refunds.filter(({ status }) => status !== 'failed'));
}

function sumMinor(refunds: readonly Refund[]): number {
  return refunds.reduce((total, { amountMinor }) => total + amountMinor, 0);
}
