import { addSeconds } from '../add-seconds.ts';
import { changed } from '../order/order-transition.ts';
import { latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { requestCancellation } from './cancel-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/** A cancellation call to a channel has ended after this time, with or without an answer. */
export const CANCELLATION_CALL_SECONDS = 10;

export type GivingUpPlan =
  /** The page shows another attempt than the latest. */
  | { readonly kind: 'superseded' }
  /** The attempt cannot be paid any more, or the order is paid. `order` is set if this decision ended the attempt. */
  | { readonly kind: 'settled'; readonly order: PaymentOrder | null }
  /** The channel has to be called. `order` is null if there is nothing to write. */
  | { readonly kind: 'cancel'; readonly order: PaymentOrder | null };

/**
 * Decides what happens when the consumer gives up an attempt. A submitted attempt stays in progress until its channel
 * confirms the cancellation, because the consumer could otherwise pay twice. Each further call has the channel asked again
 * at once.
 */
export function planGivingUp(order: PaymentOrder, attemptId: string, now: Date): GivingUpPlan {
  if (order.paidAt !== null) return { kind: 'settled', order: null };
  const attempt = latestAttempt(order);
  if (attempt?.attemptId !== attemptId) return { kind: 'superseded' };
  if (!isAttemptAlive(attempt)) return { kind: 'settled', order: null };
  if (isCallRunning(attempt, now)) return { kind: 'cancel', order: null };

  const unwanted = dueNow(requestCancellation(attempt, now, 'consumer'), now);
  const next = unwanted === attempt ? null : changed(replaceAttempt(order, unwanted)).order;
  return { kind: unwanted.cancellation ? 'cancel' : 'settled', order: next };
}

function isCallRunning({ cancellation }: PaymentAttempt, now: Date): boolean {
  const triedAt = cancellation?.triedAt ?? null;
  return triedAt !== null && now < addSeconds(triedAt, CANCELLATION_CALL_SECONDS);
}

function dueNow(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  const { cancellation } = attempt;
  return cancellation && cancellation.dueAt > now
    ? { ...attempt, cancellation: { ...cancellation, dueAt: now } }
    : attempt;
}
