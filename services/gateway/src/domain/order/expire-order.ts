import { requestCancellation } from '../attempt/cancel-attempt.ts';
import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { changed, moveOrder, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder } from './payment-order.ts';
import { withDisputeSetAside } from './quarantine.ts';
import { closingIsDueAt } from './schedule.ts';

/**
 * Whether an unpaid order's validity has ended and the gateway still has to act on this, for example by cancelling attempts or
 * closing the order.
 */
export function isExpiryDue(order: PaymentOrder, now: Date): boolean {
  const dueAt = closingIsDueAt(order);
  return dueAt !== null && now >= dueAt;
}

/**
 * Records that every attempt of an expired order that could still be paid is to be cancelled. The gateway calls the channels
 * only after this is stored.
 */
export function beginClosing(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  const attempts = order.attempts.map((attempt) => requestCancellation(attempt, now));
  const isNews = attempts.some((attempt, index) => attempt !== order.attempts[index]);
  return isNews ? changed({ ...order, attempts }) : unchanged;
}

/**
 * Ends the validity of an unpaid order. The order closes once the channels have confirmed that none of its attempts will be
 * paid. An order whose payment failed (PAY_FAIL) does not close but stays in this state.
 *
 * A dispute that was reported before its payment no longer waits for the payment. Its report is stored for an operator, because
 * the bank may have taken money.
 */
export function closeExpired(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  if (order.state === 'PAY_FAIL') {
    return order.dispute === null ? unchanged : changed(withDisputeSetAside(order, order.dispute, now));
  }
  if (order.attempts.some(isAttemptAlive)) return unchanged;
  const closed = moveOrder({ ...order, closedAt: now }, 'validity_elapsed', now);
  return changed(closed.dispute === null ? closed : withDisputeSetAside(closed, closed.dispute, now));
}
