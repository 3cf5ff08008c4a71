import { followDisputes } from '../dispute/apply-dispute-report.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { withDisputeSetAside, withPaymentSetAside } from '../order/quarantine.ts';
import { returnMoney } from '../refund/return-money.ts';
import { isSameMoney } from '../same-money.ts';
import { abandon, cancelFailed, endCancellation, endRetries, requestCancellation } from './cancel-attempt.ts';
import { hasTooManyAttempts, refuseNewPayment } from './open-attempt.ts';
import {
  type AttemptFailure,
  isAttemptAlive,
  moveAttempt,
  nextAttemptState,
  type PaymentAttempt,
  type PaymentResult,
} from './payment-attempt.ts';

/**
 * Applies what a channel reports about an attempt, monotonically: duplicates and late, out-of-order
 * reports change nothing, except that a success is never dropped (decisions, section 5). A success or a cancellation
 * ends the attempt at its channel, so it is not to be cancelled any more. A decline does not.
 */
export function applyPaymentResult(
  order: PaymentOrder,
  attemptId: string,
  result: PaymentResult,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined) return unchanged;
  const reported = applyResult(order, attempt, result, now);
  const ended = result.kind === 'failed' ? reported : endCancellation(reported, attemptId, now);
  const applied = endDoubt(ended, attemptId);
  return applied === order ? unchanged : changed(applied);
}

/** The channel has spoken after all: an operator need not ask it any more. */
function endDoubt(order: PaymentOrder, attemptId: string): PaymentOrder {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  return attempt?.unresolvedSince ? replaceAttempt(order, { ...attempt, unresolvedSince: null }) : order;
}

/** The order with the result, or the same order where it says nothing new. */
function applyResult(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  result: PaymentResult,
  now: Date,
): PaymentOrder {
  switch (result.kind) {
    case 'succeeded':
      return applySuccess(order, attempt, result, now);
    case 'failed':
      return applyFailure(order, attempt, result, now);
    case 'cancelled':
      return applyCancelled(order, attempt, now);
  }
}

/**
 * What the gateway cancels itself, and what nobody submitted, is no failed payment: it neither starts nor
 * fails the order. That is so whether the callback comes before or after the answer to the cancellation.
 */
function applyCancelled(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  if (!isAttemptAlive(attempt)) return order;
  return attempt.state === 'SUBMITTED' && !attempt.cancellation
    ? applyFailure(order, attempt, { failure: cancelledByConsumer, card: null }, now)
    : replaceAttempt(order, abandon(attempt, now));
}

const cancelledByConsumer: AttemptFailure = {
  code: 'cancelled',
  message: 'The payment was cancelled at the channel.',
  category: 'authentication_failed',
};

function applySuccess(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  result: Extract<PaymentResult, { kind: 'succeeded' }>,
  now: Date,
): PaymentOrder {
  // Also of an attempt that has succeeded: either report of its amount may be the true one.
  if (!isSameMoney(result.paid, order.amount)) return withPaymentSetAside(order, attempt, result, now);
  if (nextAttemptState(attempt.state, 'succeeded') === undefined) {
    return isAnotherPayment(attempt, result)
      ? withPaymentSetAside(order, attempt, result, now)
      : withDetails(order, attempt, result);
  }

  const succeeded: PaymentAttempt = {
    ...moveAttempt(attempt, 'succeeded'),
    card: result.card ?? attempt.card,
    paymentReference: result.paymentReference ?? attempt.paymentReference,
    failure: null,
    endedAt: now,
    nextCheckAt: null,
  };
  const noted = replaceAttempt(order, succeeded);
  if (order.paidByAttemptId !== null) return returnMoney(noted, succeeded, 'second_payment', now);
  if (order.state === 'CLOSE') return returnMoney(noted, succeeded, 'late_payment', now);

  const started = startIfWaiting(noted, attempt, now);
  const paid = moveOrder(
    {
      ...started,
      // Attempts beside the one that paid could still take money.
      attempts: started.attempts.map((other) => endRetries(requestCancellation(other, now), now)),
      paidAt: now,
      paidByAttemptId: attempt.attemptId,
    },
    'attempt_succeeded',
    now,
  );
  // A dispute that was reported before its payment counts now. One about other money never does, but the
  // bank may have taken that money, so it is not forgotten.
  const { dispute } = paid;
  const isOfOtherMoney = dispute !== null && dispute.attemptId !== attempt.attemptId;
  const next = isOfOtherMoney ? withDisputeSetAside(paid, dispute, now) : paid;
  return followDisputes(next, now);
}

/** The same opening was paid twice. Nothing knows how to return the second payment, so somebody has to. */
function isAnotherPayment(
  { paymentReference: known }: PaymentAttempt,
  { paymentReference: told }: Extract<PaymentResult, { kind: 'succeeded' }>,
): boolean {
  return known !== null && told !== undefined && known !== told;
}

/** Of the reports of one success, some say which card it was, or what the channel calls the payment. */
function withDetails(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  told: Extract<PaymentResult, { kind: 'succeeded' }>,
): PaymentOrder {
  const card = attempt.card ?? told.card;
  const paymentReference = attempt.paymentReference ?? told.paymentReference ?? null;
  const isNew = card !== attempt.card || paymentReference !== attempt.paymentReference;
  return isNew ? replaceAttempt(order, { ...attempt, card, paymentReference }) : order;
}

function applyFailure(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  { failure, card, declineReference }: Omit<Extract<PaymentResult, { kind: 'failed' }>, 'kind'>,
  now: Date,
): PaymentOrder {
  const declined = withDecline(attempt, declineReference);
  if (nextAttemptState(attempt.state, 'failed') === undefined) {
    // The channel of an attempt that was given up speaks again: it may take another payment, so it is told to cancel.
    const noted = attempt.unresolvedSince === null ? declined : cancelFailed(declined, now, now);
    return noted === attempt ? order : endRetriesOfTooMany(replaceAttempt(order, noted), now);
  }
  const failed: PaymentAttempt = {
    ...moveAttempt(declined, 'failed'),
    card: card ?? attempt.card,
    failure,
    endedAt: now,
    nextCheckAt: null,
  };
  const noted = endRetriesOfTooMany(replaceAttempt(order, cancelAfterRetries(order, failed, now)), now);
  // An older attempt's end says nothing about the order while a newer one is under way.
  if (latestAttempt(order)?.attemptId !== attempt.attemptId) return noted;
  const started = startIfWaiting(noted, attempt, now);
  return canMove(started, 'attempt_failed') ? moveOrder(started, 'attempt_failed', now, { failure }) : noted;
}

/**
 * Each decline is told more than once: by a callback, by the same one again, and when the channel is asked. Nobody counts
 * the tries of an attempt that has paid.
 */
function withDecline(attempt: PaymentAttempt, reference: string | undefined): PaymentAttempt {
  if (reference === undefined || attempt.declines.includes(reference)) return attempt;
  return attempt.state !== 'SUCCEEDED' ? { ...attempt, declines: [...attempt.declines, reference] } : attempt;
}

/** A processor's own form lets the consumer retry after a decline, until something else is wanted. */
function cancelAfterRetries(order: PaymentOrder, failed: PaymentAttempt, now: Date): PaymentAttempt {
  const renderType = failed.opening?.renderType;
  const hasOwnForm = renderType === 'PROCESSOR_ELEMENT' || renderType === 'COMPONENT_SDK';
  const isLatest = latestAttempt(order)?.attemptId === failed.attemptId;
  const mayRetry = hasOwnForm && isLatest && refuseNewPayment(order, now) === undefined;
  return cancelFailed(failed, mayRetry ? order.expiresAt : now, now);
}

function endRetriesOfTooMany(order: PaymentOrder, now: Date): PaymentOrder {
  if (!hasTooManyAttempts(order)) return order;
  return { ...order, attempts: order.attempts.map((attempt) => endRetries(attempt, now)) };
}

/**
 * The first callback can come before submit: it shows that the attempt is in the channel's hands. So it is
 * with an attempt that follows a failed one; without this its failure would not be told.
 */
function startIfWaiting(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  const isFirstHeardOf = order.state === 'PAY_FAIL' && isAttemptAlive(attempt);
  return order.state === 'INIT' || isFirstHeardOf ? moveOrder(order, 'attempt_started', now) : order;
}
