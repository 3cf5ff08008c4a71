import { requestCancellation } from '../attempt/cancel-attempt.ts';
import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { resultIsExpectedBy } from '../attempt/result-deadline.ts';
import { withDisputeSetAside } from '../dispute/set-dispute-aside.ts';
import { changed, moveOrder, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder } from './payment-order.ts';
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
 * If the order has expired, plans to cancel all its attempts that the consumer could still pay. If an attempt has its own
 * deadline, it is not cancelled before this deadline. The gateway stores this plan before it asks the channels to cancel the
 * attempts.
 */
export function beginClosing(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  const attempts = order.attempts.map((attempt) =>
    now < resultIsExpectedBy(order, attempt) ? attempt : requestCancellation(attempt, now),
  );
  const hasChanged = attempts.some((attempt, index) => attempt !== order.attempts[index]);
  return hasChanged ? changed({ ...order, attempts }) : unchanged;
}

/**
 * Closes an unpaid order whose validity has ended, as soon as none of its attempts can be paid any more. An order whose payment
 * failed stays in the state PAY_FAIL instead.
 *
 * A channel can report a dispute before it reports the payment. If the validity then ends without a payment, the report of the
 * dispute is stored for an operator, because the bank may have taken money.
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
