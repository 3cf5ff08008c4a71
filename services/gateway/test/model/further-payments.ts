import type { Money } from '@kassa/contracts';

/**
 * A payment that a channel took for an attempt besides the one that the gateway asked for. For example, a consumer who was
 * declined pays by another method in the same session, and the first payment succeeds as well.
 */
export interface FurtherPayment {
  readonly attemptId: string;
  readonly paymentReference: string;
  /** What the channel took. It can differ from the order's amount. */
  readonly amount: Money;
  readonly movedAt: Date;
}

/** The channel's reference of the first, second or later payment of an attempt. */
export function paymentReferenceOf(attemptId: string, number = 1): string {
  return `psp_${attemptId}_${number}`;
}
