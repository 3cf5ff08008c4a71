import { addSeconds } from '../add-seconds.ts';
import { isSettled } from '../order/operator-cases.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { cancellationRetryDelaySeconds } from '../order/schedule.ts';
import { isAttemptAlive, moveAttempt, nextAttemptState, type PaymentAttempt } from './payment-attempt.ts';
import { patienceEndsAt } from './result-deadline.ts';

/**
 * Cancels unwanted attempts at their channels. Before the gateway calls the channel, it stores that it wants to cancel the
 * attempt. So it can repeat the call after a crash. It also knows why the channel reports a cancellation, even if the callback
 * arrives before the channel's answer.
 */

/**
 * Ends an unwanted attempt in the gateway. The channel may still report the attempt as paid. An attempt that has already ended
 * stays unchanged.
 */
export function abandon(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  if (nextAttemptState(attempt.state, 'abandoned') === undefined) return attempt;
  return { ...moveAttempt(attempt, 'abandoned'), endedAt: now, nextCheckAt: null };
}

/**
 * Records that an attempt is to be cancelled at its channel. A submitted attempt may be paid, so it stays in progress until the
 * channel confirms the cancellation. An attempt that was not submitted ends in the gateway immediately.
 */
export function requestCancellation(
  attempt: PaymentAttempt,
  now: Date,
  by: 'gateway' | 'consumer' = 'gateway',
): PaymentAttempt {
  if (!isAttemptAlive(attempt) || attempt.cancellation) return attempt;
  // The channel has not yet answered the request to open the attempt. So the consumer cannot pay the attempt, and the gateway
  // cannot cancel it at the channel. If the answer arrives later, the gateway cancels the attempt then.
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
 * Plans the cancellation of a failed attempt at its channel, because the channel might otherwise take another payment for the
 * attempt. The cancellation is due at a given time: now, or at the end of the order's validity if the consumer can retry in the
 * channel's own form.
 */
export function cancelFailed(attempt: PaymentAttempt, dueAt: Date, now: Date): PaymentAttempt {
  if (attempt.opening === null || attempt.cancellation !== null) return attempt;
  return { ...attempt, cancellation: { requestedAt: now, dueAt, tries: 0, triedAt: null } };
}

/**
 * Whether the consumer can still retry a failed attempt in the channel's own form. Retries end when the planned cancellation of
 * the attempt is due.
 */
export function canRetry({ state, cancellation }: PaymentAttempt, now: Date): boolean {
  return state === 'FAILED' && cancellation !== null && cancellation.tries === 0 && cancellation.dueAt > now;
}

/**
 * Makes the planned cancellation of a failed attempt due now, so that the consumer can no longer retry the attempt. Attempts
 * that nobody can retry stay unchanged.
 */
export function endRetries(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  const { cancellation } = attempt;
  if (cancellation === null || !canRetry(attempt, now)) return attempt;
  return { ...attempt, cancellation: { ...cancellation, dueAt: now } };
}

/** Returns the attempts whose cancellation is due. */
export function attemptsToCancel(order: PaymentOrder, now: Date): readonly PaymentAttempt[] {
  return order.attempts.filter(({ cancellation }) => cancellation && cancellation.dueAt <= now);
}

export type CancellationPlan =
  | { readonly kind: 'not_due' }
  | { readonly kind: 'call'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt }
  /**
   * The channel did not report in time how the attempt ended, so an operator has to ask the channel. If the channel reports
   * later that the attempt was paid, the report is still applied.
   */
  | { readonly kind: 'given_up'; readonly order: PaymentOrder };

/**
 * Plans the next call that cancels an attempt at its channel. The plan also says when to call again if this call fails. If
 * several processes plan the same call at once, only the one that stores its plan makes the call.
 */
export function planCancellation(order: PaymentOrder, attemptId: string, now: Date): CancellationPlan {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  const cancellation = attempt?.cancellation;
  if (attempt === undefined || !cancellation || cancellation.dueAt > now) return { kind: 'not_due' };
  const { tries, triedAt } = cancellation;
  // Give up only if the channel was called at least once after the deadline. If the gateway was down before the deadline, it
  // has not called the channel for some time, so it must try once more.
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
 * Gives up the cancellation of an attempt that the channel never answered. Nobody knows whether the attempt was paid. The
 * gateway ends the attempt, so that the order no longer waits for it, and an operator has to ask the channel.
 */
function handToOperator(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const ended = endCancellation(order, attemptId, now);
  const attempt = ended.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt === undefined
    ? ended
    : replaceAttempt(ended, { ...abandon(attempt, now), unresolvedSince: doubtSince(order, attempt, now) });
}

/**
 * Returns the time at which the case about the attempt's unknown result opened. If an earlier cancellation opened a case that is
 * still open, this is the time of that case. Otherwise, a new case opens now, even if an operator has settled an earlier one:
 * since then, the channel has reported that the attempt had not ended.
 */
function doubtSince(order: PaymentOrder, { attemptId, unresolvedSince }: PaymentAttempt, now: Date): Date {
  if (unresolvedSince === null) return now;
  if (!isSettled(order, { caseId: attemptId, since: unresolvedSince })) return unresolvedSince;
  return new Date(Math.max(now.getTime(), unresolvedSince.getTime() + 1));
}

/** Records the channel's answer to a cancellation: the attempt has ended, so the channel takes no more money for it. */
export function recordCancelled(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const ended = endDoubt(endCancellation(order, attemptId, now), attemptId);
  return ended === order ? unchanged : changed(ended);
}

/** Closes the operator's case of an attempt with an unknown result, because the channel has now said how the attempt ended. */
export function endDoubt(order: PaymentOrder, attemptId: string): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt?.unresolvedSince ? replaceAttempt(order, { ...attempt, unresolvedSince: null }) : order;
}

/**
 * Removes the planned cancellation of an attempt, and usually ends the attempt. But if the consumer wanted the cancellation and
 * the order can still be paid, the channel has taken a wrong amount for the attempt. Such an attempt stays in progress until an
 * operator has examined the payment, so that the consumer cannot pay a second time.
 */
export function endCancellation(order: PaymentOrder, attemptId: string, now: Date): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (!attempt?.cancellation) return order;
  const isPayable = order.paidAt === null && order.closedAt === null;
  const ended = attempt.cancellation.isByConsumer && isPayable ? attempt : abandon(attempt, now);
  return replaceAttempt(order, { ...ended, cancellation: null });
}
