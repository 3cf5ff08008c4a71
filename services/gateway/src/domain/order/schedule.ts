import { isAttemptAlive } from '../attempt/payment-attempt.ts';
import type { PaymentOrder } from './payment-order.ts';

/** When an order needs attention again without anybody calling. */

/** Between a change and the sweep that relays its event if the process that made it is gone. */
const RELAY_GRACE_SECONDS = 3;

export function addSeconds(at: Date, seconds: number): Date {
  return new Date(at.getTime() + seconds * 1000);
}

/** How long to wait before asking a channel about an awaited result: 5 s, doubling, at most 10 minutes. */
export function attemptCheckDelaySeconds(checksMade: number): number {
  return Math.min(5 * 2 ** checksMade, 600);
}

/** How long to wait before a channel is told again to cancel: 30 s, doubling, at most 10 minutes. */
export function cancellationRetryDelaySeconds(triesMade: number): number {
  return Math.min(30 * 2 ** triesMade, 600);
}

/**
 * When the end of the order's validity is due, or null when it is not awaited. A failed order needs it
 * only for an attempt that can still be paid. Once all that is left is to cancel attempts, their tries
 * decide when to look again.
 */
export function closingIsDueAt(order: PaymentOrder): Date | null {
  const isPayable = order.attempts.some((attempt) => isAttemptAlive(attempt) && !attempt.cancellation);
  switch (order.state) {
    case 'INIT':
    case 'PAYING':
      return isPayable || !order.attempts.some(({ cancellation }) => cancellation) ? order.expiresAt : null;
    case 'PAY_FAIL':
      return isPayable ? order.expiresAt : null;
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
    case 'REFUNDED':
    case 'CLOSE':
    case 'IN_DISPUTE':
      return null;
  }
}

/** The next moment at which the order has to be looked at, or null when nothing is awaited. */
export function nextAttentionAt(order: PaymentOrder): Date | null {
  const moments: Date[] = [];
  const closingAt = closingIsDueAt(order);
  if (closingAt !== null) moments.push(closingAt);
  for (const attempt of order.attempts) {
    if (attempt.nextCheckAt !== null) moments.push(attempt.nextCheckAt);
    if (attempt.cancellation) moments.push(attempt.cancellation.dueAt);
  }
  for (const refund of order.refunds) {
    if (refund.nextActionAt !== null) moments.push(refund.nextActionAt);
  }
  const [oldestEvent] = order.outbox;
  if (oldestEvent !== undefined) moments.push(addSeconds(oldestEvent.occurredAt, RELAY_GRACE_SECONDS));
  if (moments.length === 0) return null;
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
