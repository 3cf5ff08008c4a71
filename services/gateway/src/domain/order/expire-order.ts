import { requestCancellation } from '../attempt/cancel-attempt.ts';
import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import { changed, moveOrder, unchanged } from './order-transition.ts';
import type { Decision, PaymentOrder } from './payment-order.ts';
import { closingIsDueAt } from './schedule.ts';

/** Whether the order's validity ended without payment and something is still to be done about it. */
export function isExpiryDue(order: PaymentOrder, now: Date): boolean {
  const dueAt = closingIsDueAt(order);
  return dueAt !== null && now >= dueAt;
}

/** Notes that every attempt which could still be paid is to be cancelled, before any channel is called. */
export function beginClosing(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  const attempts = order.attempts.map((attempt) => requestCancellation(attempt, now));
  const isNews = attempts.some((attempt, index) => attempt !== order.attempts[index]);
  return isNews ? changed({ ...order, attempts }) : unchanged;
}

/**
 * Closes an unpaid order of whose attempts the channels confirmed that nothing will be paid (decisions,
 * section 5): while a cancellation is unanswered, no closing is due. A failed order stays failed.
 */
export function closeExpired(order: PaymentOrder, now: Date): Decision {
  if (order.state === 'PAY_FAIL' || !isExpiryDue(order, now)) return unchanged;
  if (order.attempts.some(isAttemptAlive)) return unchanged;
  return changed(moveOrder({ ...order, closedAt: now }, 'validity_elapsed', now));
}
