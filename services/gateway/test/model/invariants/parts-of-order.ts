import type { Money } from '@kassa/contracts';
import type { PaymentAttempt } from '../../../src/domain/attempt/payment-attempt.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';

/** The invariants' view of an order's parts, without the domain's own sums. */

export function sumMinor(parts: readonly { readonly amount: Money }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

export const merchantRefunds = ({ refunds }: PaymentOrder) =>
  refunds.filter(({ origin }) => origin === 'merchant');
export const automaticRefunds = ({ refunds }: PaymentOrder) =>
  refunds.filter(({ origin }) => origin !== 'merchant');
/** Made or still pending. */
export const isHeld = ({ state }: Refund) => state !== 'FAILED' && state !== 'CANCELLED';
export const reservedOf = (order: PaymentOrder) => sumMinor(merchantRefunds(order).filter(isHeld));
export const madeOf = (order: PaymentOrder) =>
  sumMinor(merchantRefunds(order).filter(({ state }) => state === 'SUCCESS'));
export const lostDisputesOf = ({ dispute, lostDisputes, paidAt }: PaymentOrder) =>
  paidAt === null ? [] : [...lostDisputes, ...(dispute?.state === 'lost' ? [dispute] : [])];
export const lostOf = (order: PaymentOrder) => sumMinor(lostDisputesOf(order));
export const isEnded = ({ state }: Refund) =>
  state === 'SUCCESS' || state === 'FAILED' || state === 'CANCELLED';
export const isAlive = ({ state }: PaymentAttempt) =>
  state === 'OPENING' || state === 'OPEN' || state === 'SUBMITTED';

export function attemptOf(order: PaymentOrder, attemptId: string): PaymentAttempt | undefined {
  return order.attempts.find((attempt) => attempt.attemptId === attemptId);
}
