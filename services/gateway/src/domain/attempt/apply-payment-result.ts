import { followDisputesOfPayment } from '../dispute/apply-dispute-report.ts';
import { withDisputeSetAside } from '../dispute/set-dispute-aside.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { withPaymentSetAside } from '../order/uncounted-payments.ts';
import { returnMoney } from '../refund/return-money.ts';
import { isSameMoney } from '../same-money.ts';
import { applyEarlierReports } from './apply-earlier-reports.ts';
import {
  abandon,
  cancelFailed,
  endCancellation,
  endDoubt,
  endRetries,
  requestCancellation,
} from './cancel-attempt.ts';
import { countsAsTry, hasTooManyAttempts, refuseNewPayment } from './open-attempt.ts';
import {
  type AttemptFailure,
  isAttemptAlive,
  moveAttempt,
  nextAttemptState,
  type PaymentAttempt,
  type PaymentResult,
} from './payment-attempt.ts';

/**
 * Applies a channel's report about a payment attempt. A repeated, late or out-of-sequence report changes nothing, unless it
 * reports a success: the gateway never ignores a success.
 *
 * A report of a success or a cancellation also ends the gateway's own plan to cancel the attempt. A reported decline does not
 * end this plan, because the channel may still take another payment for the attempt.
 */
export function applyPaymentResult(
  order: PaymentOrder,
  attemptId: string,
  result: PaymentResult,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined) return unchanged;
  const reported = applyEarlierReports(applyResult(order, attempt, result, now), attempt, now);
  const ended = result.kind === 'failed' ? reported : endCancellation(reported, attemptId, now);
  // A decline does not close the case about an attempt whose result is unknown: the channel may have taken another payment for
  // the attempt, or may still take one.
  const applied = result.kind === 'failed' ? ended : endDoubt(ended, attemptId);
  return applied === order ? unchanged : changed(applied);
}

/** Returns the order with the channel's result applied. If the order already has this result, returns the same object. */
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
 * Applies a channel's report that an attempt was cancelled. If the gateway itself wanted the cancellation, or if the attempt
 * was never submitted, the order's state stays unchanged, because no payment has failed. The report can come in a callback,
 * before or after the channel answers the gateway's call to cancel the attempt.
 */
function applyCancelled(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  if (!isAttemptAlive(attempt)) return order;
  const { state, cancellation } = attempt;
  if (state !== 'SUBMITTED' || (cancellation && !cancellation.isByConsumer))
    return replaceAttempt(order, abandon(attempt, now));
  const failure = cancellation ? cancelledByConsumer : cancelledAtProcessor;
  return applyFailure(order, attempt, { failure, card: null }, now);
}

const cancelledByConsumer: AttemptFailure = {
  code: 'cancelled_by_consumer',
  message: 'The consumer gave up the payment, and the channel cancelled it.',
  category: 'cancelled_by_consumer',
};

const cancelledAtProcessor: AttemptFailure = {
  code: 'cancelled',
  message: 'The payment was cancelled at the channel.',
  category: 'cancelled_at_processor',
};

function applySuccess(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  result: Extract<PaymentResult, { kind: 'succeeded' }>,
  now: Date,
): PaymentOrder {
  // Check the reported amount even if the attempt has already succeeded. If a channel reports two different amounts for one
  // payment, nobody knows which one is true, so an operator has to examine the payment.
  if (!isSameMoney(result.paid, order.amount)) return withPaymentSetAside(order, attempt, result, now);
  if (nextAttemptState(attempt.state, 'succeeded') === undefined) {
    return isAnotherPayment(attempt, result)
      ? withPaymentSetAside(order, attempt, result, now)
      : withDetails(order, attempt, result);
  }

  const succeeded: PaymentAttempt = {
    ...moveAttempt(attempt, 'succeeded'),
    card: result.card ?? attempt.card,
    ...(result.wallet !== undefined && { wallet: result.wallet }),
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
      // Cancel all other attempts of the paid order, because each of them could still charge the consumer.
      attempts: started.attempts.map((other) => endRetries(requestCancellation(other, now), now)),
      paidAt: now,
      paidByAttemptId: attempt.attemptId,
    },
    'attempt_succeeded',
    now,
  );
  // A channel may report a dispute before it reports the disputed payment, so the order can already have a dispute. If the
  // dispute is over this attempt's payment, it takes effect now. If it is over another attempt's payment, it is stored for an
  // operator, because the bank may have taken that money.
  const { dispute } = paid;
  const isOfOtherMoney = dispute !== null && dispute.attemptId !== attempt.attemptId;
  const next = isOfOtherMoney ? withDisputeSetAside(paid, dispute, now) : paid;
  return followDisputesOfPayment(next, attempt.attemptId, now);
}

/**
 * Whether a reported success is a second payment for an attempt that is already paid: the payment reference in the report
 * differs from the recorded one. The gateway cannot return such a payment by itself, so an operator has to.
 */
function isAnotherPayment(
  { paymentReference: known }: PaymentAttempt,
  { paymentReference: reported }: Extract<PaymentResult, { kind: 'succeeded' }>,
): boolean {
  return known !== null && reported !== undefined && known !== reported;
}

/**
 * Adds the card, the wallet and the channel's payment reference to an attempt that has already succeeded, because the first
 * report of the success may have lacked them.
 */
function withDetails(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  reported: Extract<PaymentResult, { kind: 'succeeded' }>,
): PaymentOrder {
  const card = attempt.card ?? reported.card;
  const wallet = attempt.wallet ?? reported.wallet;
  const paymentReference = attempt.paymentReference ?? reported.paymentReference ?? null;
  const isNew =
    card !== attempt.card || wallet !== attempt.wallet || paymentReference !== attempt.paymentReference;
  const details = { card, paymentReference, ...(wallet !== undefined && { wallet }) };
  return isNew ? replaceAttempt(order, { ...attempt, ...details }) : order;
}

function applyFailure(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  { failure, card, declineReference }: Omit<Extract<PaymentResult, { kind: 'failed' }>, 'kind'>,
  now: Date,
): PaymentOrder {
  const declined = withDecline(order, attempt, declineReference);
  if (nextAttemptState(attempt.state, 'failed') === undefined) {
    // If the gateway has given up this attempt and left it to an operator, ask the channel to cancel the attempt. The reported
    // decline shows that the channel may still take another payment for the attempt.
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
  // The order's state follows its latest attempt, so the failure of an older attempt does not change it.
  if (latestAttempt(order)?.attemptId !== attempt.attemptId) return noted;
  const started = startIfWaiting(noted, attempt, now);
  return canMove(started, 'attempt_failed') ? moveOrder(started, 'attempt_failed', now, { failure }) : noted;
}

/**
 * Adds a decline to its attempt, but only once: a channel can report one decline several times. Declines are stored only to
 * limit how often a consumer can try to pay. So no decline is added once the attempt has paid or the order takes no further
 * attempts.
 */
function withDecline(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  reference: string | undefined,
): PaymentAttempt {
  if (reference === undefined || attempt.declines.includes(reference)) return attempt;
  if (!countsAsTry(attempt) || hasTooManyAttempts(order)) return attempt;
  return attempt.state !== 'SUCCEEDED' ? { ...attempt, declines: [...attempt.declines, reference] } : attempt;
}

/**
 * Plans the cancellation of a failed attempt at its channel. If the consumer can retry in the processor's own payment form, the
 * cancellation waits until the order is paid, gets another attempt or reaches the end of its validity.
 */
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
 * Moves an order in INIT or PAY_FAIL to PAYING before an attempt's result is applied. An order is still in INIT if the callback
 * with the result arrived before the order recorded the submission. An order in PAY_FAIL has to leave this state first. If this
 * attempt has failed too, the order can then move to PAY_FAIL again, and this move sends the merchant an event.
 */
function startIfWaiting(order: PaymentOrder, attempt: PaymentAttempt, now: Date): PaymentOrder {
  const isFirstHeardOf = order.state === 'PAY_FAIL' && isAttemptAlive(attempt);
  return order.state === 'INIT' || isFirstHeardOf ? moveOrder(order, 'attempt_started', now) : order;
}
