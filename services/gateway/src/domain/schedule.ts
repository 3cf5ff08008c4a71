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

/** How long to wait before a refund is sent again or asked about: 5 s, doubling, at most 10 minutes. */
export function refundRetryDelaySeconds(triesMade: number): number {
  return Math.min(5 * 2 ** triesMade, 600);
}

/** The next moment at which the order has to be looked at, or null when nothing is awaited. */
export function nextAttentionAt(order: PaymentOrder): Date | null {
  const moments: Date[] = [];
  if (order.state === 'INIT' || order.state === 'PAYING') moments.push(order.closeAt);
  for (const attempt of order.attempts) {
    if (attempt.nextCheckAt !== null) moments.push(attempt.nextCheckAt);
  }
  for (const refund of order.refunds) {
    if (refund.nextActionAt !== null) moments.push(refund.nextActionAt);
  }
  const [oldestEvent] = order.outbox;
  if (oldestEvent !== undefined) moments.push(addSeconds(oldestEvent.occurredAt, RELAY_GRACE_SECONDS));
  if (moments.length === 0) return null;
  return new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
