import { abandon } from './open-attempt.ts';
import { changed, moveOrder, unchanged } from './order-transition.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';
import type { Decision, PaymentOrder } from './payment-order.ts';
import { addSeconds } from './schedule.ts';

/** How long closing waits when a channel could not say whether an attempt was paid. */
const CLOSING_DELAY_SECONDS = 30;

/** Whether the order's validity ended without payment and it has still to be closed. */
export function isExpiryDue(order: PaymentOrder, now: Date): boolean {
  return (order.state === 'INIT' || order.state === 'PAYING') && now >= order.closeAt;
}

/** Attempts that have to be cancelled at their channels before the order may be closed. */
export function attemptsToCancel(order: PaymentOrder): readonly PaymentAttempt[] {
  return order.attempts.filter((attempt) => isAttemptAlive(attempt) && attempt.opening !== null);
}

/** Closes an unpaid order whose channels confirmed that nothing is paid (decisions, section 5). */
export function closeExpired(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  const closed: PaymentOrder = {
    ...order,
    closedAt: now,
    attempts: order.attempts.map((attempt) => abandon(attempt, now)),
  };
  return changed(moveOrder(closed, 'validity_elapsed', now));
}

/** Puts closing off: an attempt may have been paid, and its channel can not be asked right now. */
export function postponeClosing(order: PaymentOrder, now: Date): Decision {
  if (!isExpiryDue(order, now)) return unchanged;
  return changed({ ...order, closeAt: addSeconds(now, CLOSING_DELAY_SECONDS) });
}
