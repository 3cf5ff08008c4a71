import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { askingDelaySeconds } from '../order/schedule.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';
import { patienceEndsAt } from './result-deadline.ts';

/** A submitted attempt whose result the order waits for. At `until`, the gateway stops waiting. */
export interface AwaitedResult {
  readonly attemptId: string;
  readonly until: Date;
}

/** Returns the attempt whose result the order waits for; null if it waits for none. */
export function awaitedResultOf(order: PaymentOrder): AwaitedResult | null {
  const attempt = latestAttempt(order);
  if (attempt?.state !== 'SUBMITTED') return null;
  return { attemptId: attempt.attemptId, until: patienceEndsAt(order, attempt) };
}

/** Returns the attempts that have no result yet, and about which the gateway must ask the channel now. */
export function attemptsToAskAbout(order: PaymentOrder, now: Date): readonly PaymentAttempt[] {
  return order.attempts.filter((attempt) => attempt.nextCheckAt !== null && attempt.nextCheckAt <= now);
}

/**
 * Records that the gateway is asking the channel about an attempt, and when it has to ask again if the channel does not know
 * the result yet.
 */
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
 * Whether the gateway should capture the money that a channel holds for an attempt. The answer is no if the attempt has ended
 * or is to be cancelled, or if the order is closed or already paid. In these cases, the gateway would have to return the
 * captured money.
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
