import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { askingDelaySeconds } from '../order/schedule.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/** Attempts whose result is awaited and whose channel is to be asked now. */
export function attemptsToAskAbout(order: PaymentOrder, now: Date): readonly PaymentAttempt[] {
  return order.attempts.filter((attempt) => attempt.nextCheckAt !== null && attempt.nextCheckAt <= now);
}

/** Notes that the channel is being asked, and when to ask again if it does not know. */
export function recordAsking(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || attempt.nextCheckAt === null || attempt.nextCheckAt > now) return unchanged;
  const checks = attempt.checks + 1;
  return changed(
    replaceAttempt(order, {
      ...attempt,
      checks,
      nextCheckAt: addSeconds(now, askingDelaySeconds(checks)),
    }),
  );
}

/**
 * Whether money that a channel holds for an attempt is to be taken. Of an attempt that has ended or is to be cancelled,
 * and of an order that is closed or was paid in another way, it would have to be returned at once.
 */
export function isCaptureWanted(order: PaymentOrder, attemptId: string): boolean {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  return (
    attempt !== undefined &&
    isAttemptAlive(attempt) &&
    attempt.cancellation === null &&
    order.paidByAttemptId === null &&
    order.state !== 'CLOSE'
  );
}
