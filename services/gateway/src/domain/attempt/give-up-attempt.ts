import { addSeconds } from '../add-seconds.ts';
import { changed } from '../order/order-transition.ts';
import { latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { requestCancellation } from './cancel-attempt.ts';
import { isAttemptAlive, type PaymentAttempt } from './payment-attempt.ts';

/** The longest time that a channel call to cancel an attempt can take, including a call that gets no answer. */
export const CANCELLATION_CALL_SECONDS = 10;

export type GivingUpPlan =
  /** The page shows an attempt that a newer attempt has replaced. The gateway cancels nothing. */
  | { readonly kind: 'superseded' }
  /**
   * Nothing is left to cancel at the channel: the attempt cannot be paid any more, or the order is already paid. `order` is the
   * order to store; it is null if the order does not change.
   */
  | { readonly kind: 'settled'; readonly order: PaymentOrder | null }
  /** The channel has to be asked to cancel the attempt. `order` is null if the order does not change. */
  | { readonly kind: 'cancel'; readonly order: PaymentOrder | null };

/**
 * Decides what happens when the consumer gives up an attempt. A submitted attempt stays in progress until its channel confirms
 * the cancellation; otherwise, the consumer could pay twice. If the consumer gives up the attempt again, the gateway asks the
 * channel again immediately.
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
