import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { cancellationRetryDelaySeconds } from '../order/schedule.ts';
import { isAttemptAlive, moveAttempt, nextAttemptState, type PaymentAttempt } from './payment-attempt.ts';

/**
 * Cancels unwanted attempts at their channels. The gateway stores its intent before it calls the channel, so that it can repeat
 * the call after a crash. The stored intent also explains the channel's callback, which can arrive before the channel's answer.
 */

/**
 * How long after the order's end the gateway retries a cancellation that the channel does not answer. After this time, an
 * operator has to ask the channel.
 */
const CANCELLATION_PATIENCE_SECONDS = 24 * 60 * 60;

/**
 * Abandons an attempt: the attempt ends in the gateway, although the channel may still report it as paid. An attempt that has
 * already ended stays unchanged.
 */
export function abandon(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  if (nextAttemptState(attempt.state, 'abandoned') === undefined) return attempt;
  return { ...moveAttempt(attempt, 'abandoned'), endedAt: now, nextCheckAt: null };
}

/**
 * Records that an attempt is to be cancelled. An attempt that the channel never opened is abandoned at once. Any other live
 * attempt ends only when the channel confirms the cancellation.
 */
export function requestCancellation(
  attempt: PaymentAttempt,
  now: Date,
  by: 'gateway' | 'consumer' = 'gateway',
): PaymentAttempt {
  if (!isAttemptAlive(attempt) || attempt.cancellation) return attempt;
  // The channel has not answered the request to open the attempt, so the consumer was given nothing to pay with. If the answer
  // arrives later, the attempt is cancelled at the channel then.
  if (attempt.opening === null) return abandon(attempt, now);
  const due: PaymentAttempt = {
    ...attempt,
    cancellation: {
      requestedAt: now,
      dueAt: now,
      tries: 0,
      triedAt: null,
      ...(by === 'consumer' && { isByConsumer: true }),
    },
  };
  return attempt.state === 'SUBMITTED' ? due : abandon(due, now);
}

/**
 * Records that a failed attempt is to be cancelled at its channel, because the channel might otherwise take another payment for
 * the attempt. The cancellation is due at once, or at the order's end if the channel's own form lets the consumer retry.
 */
export function cancelFailed(attempt: PaymentAttempt, dueAt: Date, now: Date): PaymentAttempt {
  if (attempt.opening === null || attempt.cancellation !== null) return attempt;
  return { ...attempt, cancellation: { requestedAt: now, dueAt, tries: 0, triedAt: null } };
}

/** Whether the consumer can still retry a failed attempt in the channel's own form: its cancellation has not begun. */
export function canRetry({ state, cancellation }: PaymentAttempt, now: Date): boolean {
  return state === 'FAILED' && cancellation !== null && cancellation.tries === 0 && cancellation.dueAt > now;
}

/** Ends the time in which a consumer can retry a failed attempt. Other attempts stay unchanged. */
export function endRetries(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  const { cancellation } = attempt;
  if (cancellation === null || !canRetry(attempt, now)) return attempt;
  return { ...attempt, cancellation: { ...cancellation, dueAt: now } };
}

/** Until when the gateway waits for the channel to say how an attempt has ended. */
export function patienceEndsAt({ expiresAt }: PaymentOrder, { cancellation }: PaymentAttempt): Date {
  const requestedAt = cancellation?.requestedAt ?? expiresAt;
  const since = requestedAt > expiresAt ? requestedAt : expiresAt;
  return addSeconds(since, CANCELLATION_PATIENCE_SECONDS);
}

/** Attempts whose cancellation is due. */
export function attemptsToCancel(order: PaymentOrder, now: Date): readonly PaymentAttempt[] {
  return order.attempts.filter(({ cancellation }) => cancellation && cancellation.dueAt <= now);
}

export type CancellationPlan =
  | { readonly kind: 'not_due' }
  | { readonly kind: 'call'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt }
  /**
   * The channel did not answer the cancellation for a day. If the attempt turns out to be paid after all, the gateway returns
   * the money.
   */
  | { readonly kind: 'given_up'; readonly order: PaymentOrder };

/**
 * Plans one call that cancels an attempt at its channel. The caller that stores the plan makes the call. If the call fails, the
 * cancellation is due again later.
 */
export function planCancellation(order: PaymentOrder, attemptId: string, now: Date): CancellationPlan {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  const cancellation = attempt?.cancellation;
  if (attempt === undefined || !cancellation || cancellation.dueAt > now) return { kind: 'not_due' };
  const { tries, triedAt } = cancellation;
  // Give up only if the latest call was made after the deadline. A gateway that was down until the deadline has not asked the
  // channel in the meantime.
  if (triedAt !== null && triedAt >= patienceEndsAt(order, attempt)) {
    return { kind: 'given_up', order: changed(handToOperator(order, attemptId, now)).order };
  }
  const dueAt = addSeconds(now, cancellationRetryDelaySeconds(tries));
  const tried: PaymentAttempt = {
    ...attempt,
    cancellation: { ...cancellation, dueAt, tries: tries + 1, triedAt: now },
  };
  return { kind: 'call', order: changed(replaceAttempt(order, tried)).order, attempt: tried };
}

/**
 * Ends the cancellation of an attempt without an answer from the channel. Nobody knows whether the attempt is paid, so the
 * order continues without it and an operator has to ask the channel.
 */
function handToOperator(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const ended = endCancellation(order, attemptId, now);
  const attempt = ended.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt === undefined
    ? ended
    : replaceAttempt(ended, { ...abandon(attempt, now), unresolvedSince: now });
}

/** Records that the channel confirmed the cancellation of an attempt. */
export function recordCancelled(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const ended = endCancellation(order, attemptId, now);
  return ended === order ? unchanged : changed(ended);
}

/**
 * Removes an attempt's cancellation. Returns the same order if the attempt has none. If the channel has taken another amount for
 * an attempt that the consumer gave up, the attempt stays in progress until the order ends. An operator has to look at the
 * payment, and the consumer must not pay again meanwhile.
 */
export function endCancellation(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (!attempt?.cancellation) return order;
  const isPayable = order.paidAt === null && order.closedAt === null;
  const ended = attempt.cancellation.isByConsumer && isPayable ? attempt : abandon(attempt, now);
  return replaceAttempt(order, { ...ended, cancellation: null });
}
