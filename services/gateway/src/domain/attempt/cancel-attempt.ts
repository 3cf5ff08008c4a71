import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { cancellationRetryDelaySeconds } from '../order/schedule.ts';
import { isAttemptAlive, moveAttempt, nextAttemptState, type PaymentAttempt } from './payment-attempt.ts';

/**
 * How an attempt that nobody wants any more is cancelled at its channel. The intent is written before the
 * channel is called, so that a crash leaves it to be done again, and so that the channel's callback about
 * it, which can come first, is known for what it is.
 */

/** A channel that gives no answer is tried for so long after the order's end; then somebody has to look. */
const CANCELLATION_PATIENCE_SECONDS = 24 * 60 * 60;

/** Ends an attempt on this side; it can still turn out to be paid. One that has ended stays as it is. */
export function abandon(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  if (nextAttemptState(attempt.state, 'abandoned') === undefined) return attempt;
  return { ...moveAttempt(attempt, 'abandoned'), endedAt: now, nextCheckAt: null };
}

/**
 * Notes that an attempt is to be cancelled. One that was never submitted is abandoned with that; a
 * submitted one is in the channel's hands, so only the channel's answer ends it.
 */
export function requestCancellation(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  if (!isAttemptAlive(attempt) || attempt.cancellation) return attempt;
  // Without an opening nobody was given anything to pay with; its late answer makes the attempt due.
  if (attempt.opening === null) return abandon(attempt, now);
  const due: PaymentAttempt = {
    ...attempt,
    cancellation: { requestedAt: now, dueAt: now, tries: 0, triedAt: null },
  };
  return attempt.state === 'SUBMITTED' ? due : abandon(due, now);
}

/**
 * Notes that a failed attempt is to be cancelled at its channel, which may take another payment for it otherwise. That
 * is due at once, or with the order's end where the channel's own form lets the consumer retry.
 */
export function cancelFailed(attempt: PaymentAttempt, dueAt: Date, now: Date): PaymentAttempt {
  if (attempt.opening === null || attempt.cancellation !== null) return attempt;
  return { ...attempt, cancellation: { requestedAt: now, dueAt, tries: 0, triedAt: null } };
}

/** Ends the time in which a failed attempt could be retried. Others stay as they are. */
export function endRetries(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  const { state, cancellation } = attempt;
  if (state !== 'FAILED' || cancellation === null || cancellation.dueAt <= now) return attempt;
  return cancellation.tries > 0 ? attempt : { ...attempt, cancellation: { ...cancellation, dueAt: now } };
}

/** Attempts whose channels are to be called now. */
export function attemptsToCancel(order: PaymentOrder, now: Date): readonly PaymentAttempt[] {
  return order.attempts.filter(({ cancellation }) => cancellation && cancellation.dueAt <= now);
}

export type CancellationPlan =
  | { readonly kind: 'not_due' }
  | { readonly kind: 'call'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt }
  /** The channel could not be asked for a day. Should it be paid after all, the money is returned. */
  | { readonly kind: 'given_up'; readonly order: PaymentOrder };

/** Decides a try: whoever writes it calls the channel. If that comes to nothing, it is due again later. */
export function planCancellation(order: PaymentOrder, attemptId: string, now: Date): CancellationPlan {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  const cancellation = attempt?.cancellation;
  if (attempt === undefined || !cancellation || cancellation.dueAt > now) return { kind: 'not_due' };
  const { requestedAt, tries, triedAt } = cancellation;
  const since = requestedAt > order.expiresAt ? requestedAt : order.expiresAt;
  // Its last word must be younger than the patience: a gateway that was away has asked nobody.
  const patienceEndsAt = addSeconds(since, CANCELLATION_PATIENCE_SECONDS);
  if (triedAt !== null && triedAt >= patienceEndsAt) {
    return { kind: 'given_up', order: changed(handToOperator(order, attemptId, now)).order };
  }
  const dueAt = addSeconds(now, cancellationRetryDelaySeconds(tries));
  const tried: PaymentAttempt = {
    ...attempt,
    cancellation: { requestedAt, dueAt, tries: tries + 1, triedAt: now },
  };
  return { kind: 'call', order: changed(replaceAttempt(order, tried)).order, attempt: tried };
}

/** Nobody knows whether it is paid: the order goes on without it, and somebody has to look. */
function handToOperator(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const ended = endCancellation(order, attemptId, now);
  const attempt = ended.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt === undefined ? ended : replaceAttempt(ended, { ...attempt, unresolvedSince: now });
}

/** Notes that the channel confirmed a cancellation. */
export function recordCancelled(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const ended = endCancellation(order, attemptId, now);
  return ended === order ? unchanged : changed(ended);
}

/** With nothing left to cancel of an attempt; the same order where nothing was. */
export function endCancellation(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (!attempt?.cancellation) return order;
  return replaceAttempt(order, { ...abandon(attempt, now), cancellation: null });
}
