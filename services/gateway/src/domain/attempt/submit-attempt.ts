import { addSeconds } from '../add-seconds.ts';
import { canMove, changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { askingDelaySeconds } from '../order/schedule.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { canRetry } from './cancel-attempt.ts';
import { type OpeningRefusal, refuseNewPayment } from './open-attempt.ts';
import {
  type AttemptCard,
  type AttemptFailure,
  moveAttempt,
  nextAttemptState,
  type PaymentAttempt,
  type PaymentInstructions,
  type RequiredAction,
} from './payment-attempt.ts';
import { resultIsExpectedBy } from './result-deadline.ts';

export type SubmissionRefusal =
  | OpeningRefusal
  | 'PAYMENT_NOT_INITIALISED'
  /** The page submits an attempt that is not the order's latest one. */
  | 'ATTEMPT_SUPERSEDED'
  /** A card must be submitted if the attempt uses the gateway's own card form, and must not be submitted otherwise. */
  | 'CARD_REQUIRED'
  | 'CARD_NOT_ALLOWED';

export type SubmissionPlan =
  | { readonly kind: 'refused'; readonly reason: SubmissionRefusal }
  /**
   * Another call has already submitted this attempt. Nothing is charged again, and this call only reports the attempt's state.
   * `order` is set only if this call contains the session result, which must be stored in the order.
   */
  | {
      readonly kind: 'submitted_before';
      readonly attempt: PaymentAttempt;
      readonly order: PaymentOrder | null;
    }
  | { readonly kind: 'submit'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt };

/** What the consumer's page submits. */
export interface SubmissionInput {
  readonly card: AttemptCard | null;
  /** The ID of the attempt that the page shows; null stands for the order's latest attempt. */
  readonly attemptId?: string | null;
  /** What the channel's library in the page reported when the consumer had paid; null if the page sent nothing. */
  readonly sessionResult?: string | null;
}

/**
 * Decides whether the order's latest attempt may be submitted to its channel. If so, the order moves to PAYING. Of several
 * simultaneous calls, only the one that stores this decision calls the channel. The others find the attempt already submitted.
 */
export function planSubmission(
  order: PaymentOrder,
  { card, attemptId = null, sessionResult = null }: SubmissionInput,
  now: Date,
): SubmissionPlan {
  const attempt = latestAttempt(order);
  const isLatest = attemptId === null || attempt?.attemptId === attemptId;
  const takesCard = attempt?.opening?.renderType === 'OWN_FORM';
  if (isLatest && attempt?.state === 'SUBMITTED') {
    // The call contains a card, but the order's latest attempt does not take one. So the card was meant for an earlier attempt,
    // which another page has replaced.
    if (card !== null && !takesCard) return { kind: 'refused', reason: 'CARD_NOT_ALLOWED' };
    return submittedBefore(order, attempt, sessionResult, now);
  }
  const refusal = refuseNewPayment(order, now);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };
  if (!isLatest) return { kind: 'refused', reason: 'ATTEMPT_SUPERSEDED' };
  if (attempt === undefined || attempt.state !== 'OPEN') {
    return { kind: 'refused', reason: 'PAYMENT_NOT_INITIALISED' };
  }
  if (takesCard && card === null) return { kind: 'refused', reason: 'CARD_REQUIRED' };
  if (!takesCard && card !== null) return { kind: 'refused', reason: 'CARD_NOT_ALLOWED' };

  const submitted: PaymentAttempt = {
    ...submittedAttempt(attempt, now),
    card,
    // The address of a redirect has been known since the channel opened the payment. The address of a card's 3-D Secure page
    // becomes known only when the channel answers the submission.
    actionUrl: attempt.opening?.paymentUrl ?? null,
    actionDisplay: attempt.opening?.paymentUrl ? 'page' : null,
    ...(sessionResult !== null && { sessionResult }),
  };
  return { kind: 'submit', order: changed(withStarted(order, submitted, now)).order, attempt: submitted };
}

function submittedAttempt(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  return {
    ...moveAttempt(attempt, 'submitted'),
    submittedAt: now,
    nextCheckAt: addSeconds(now, askingDelaySeconds(0)),
  };
}

function withStarted(order: PaymentOrder, submitted: PaymentAttempt, now: Date): PaymentOrder {
  const moved = order.state === 'PAYING' ? order : moveOrder(order, 'attempt_started', now);
  return replaceAttempt(moved, submitted);
}

/**
 * Records a channel's report that the consumer has confirmed a payment whose result follows later. If the page never submitted
 * the attempt, because its call was lost, the report counts as the submission. The report also counts as the submission if the
 * payment had failed, and the consumer has retried it in the channel's own form. After this report, the gateway waits as long
 * as the payment method needs. Otherwise it would cancel a direct debit at the end of the order's validity.
 */
export function noteUnderWay(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const attempt = awaitedAttempt(order, attemptId);
  if (attempt === undefined) return unchanged;
  if (attempt.state === 'OPEN') return changed(withStarted(order, submittedAttempt(attempt, now), now));
  return canRetry(attempt, now) ? changed(withStarted(order, retriedAttempt(attempt, now), now)) : unchanged;
}

/**
 * Records that the channel could not cancel a payment, because the consumer has confirmed it and its result follows later. If
 * the gateway has already given up the attempt, for example at the end of the order's validity, it now waits for the result
 * after all. Otherwise, if a direct debit succeeded days later, the gateway would already have closed the order, and would
 * return the money.
 */
export function noteFoundUnderWay(order: PaymentOrder, attemptId: string, now: Date): Decision {
  const attempt = awaitedAttempt(order, attemptId);
  if (!attempt?.cancellation) return unchanged;
  if (attempt.state === 'FAILED') return changed(withStarted(order, retriedAttempt(attempt, now), now));
  if (attempt.state !== 'ABANDONED') return unchanged;
  return changed(withStarted(order, againAwaited(moveAttempt(attempt, 'found_under_way'), now), now));
}

/** Returns an attempt if it is the order's latest one and can still pay the order. */
function awaitedAttempt(order: PaymentOrder, attemptId: string): PaymentAttempt | undefined {
  const attempt = latestAttempt(order);
  const isPayable = order.state === 'PAYING' || canMove(order, 'attempt_started');
  return attempt?.attemptId === attemptId && isPayable ? attempt : undefined;
}

/**
 * Returns a failed attempt that the consumer has retried. A late report about the first try would look the same. So the gateway
 * soon asks the channel: if the payment has failed, the attempt then fails again.
 */
function retriedAttempt(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  return againAwaited({ ...moveAttempt(attempt, 'retried'), failure: null }, now);
}

function againAwaited(attempt: PaymentAttempt, now: Date): PaymentAttempt {
  return {
    ...attempt,
    submittedAt: now,
    endedAt: null,
    cancellation: null,
    checks: 0,
    nextCheckAt: addSeconds(now, askingDelaySeconds(0)),
  };
}

/**
 * Answers a call that submits an attempt again. A page does this to pass on the session result, which it got when the consumer
 * paid. The gateway keeps the latest one and asks the channel immediately.
 */
function submittedBefore(
  order: PaymentOrder,
  attempt: PaymentAttempt,
  sessionResult: string | null,
  now: Date,
): SubmissionPlan {
  if (sessionResult === null || attempt.sessionResult === sessionResult) {
    return { kind: 'submitted_before', attempt, order: null };
  }
  const updated: PaymentAttempt = { ...attempt, sessionResult, nextCheckAt: now };
  return { kind: 'submitted_before', attempt: updated, order: changed(replaceAttempt(order, updated)).order };
}

/** The page that the consumer must visit to complete an attempt; null if there is none. */
export function requiredActionOf({ actionUrl, actionDisplay }: PaymentAttempt): RequiredAction | null {
  // If the order does not record how the page may be shown, show it in the whole window, because every page can be shown there.
  return actionUrl === null ? null : { url: actionUrl, display: actionDisplay ?? 'page' };
}

/** An action that the consumer still has to take for the order's latest attempt. */
export interface PendingAction {
  readonly attemptId: string;
  /**
   * `redirect`: the consumer pays on another page. `challenge`: the bank asks the consumer to confirm a card payment.
   * `instructions`: the consumer pays at a bank or a till.
   */
  readonly kind: 'redirect' | 'challenge' | 'instructions';
  /** The page on which the consumer continues. Null only for instructions that the channel shows on no page. */
  readonly url: string | null;
  readonly instructions: PaymentInstructions | null;
  /**
   * Until when the consumer can take the action: the end of the order's validity, or later for a method that always takes days.
   */
  readonly until: Date;
}

/** Returns the action that the consumer still has to take to complete the order's latest attempt; null if there is none. */
export function pendingActionOf(order: PaymentOrder): PendingAction | null {
  const attempt = latestAttempt(order);
  if (attempt?.state !== 'SUBMITTED') return null;
  const { attemptId, card, actionUrl: url } = attempt;
  const instructions = attempt.opening?.instructions ?? null;
  const until = resultIsExpectedBy(order, attempt);
  if (instructions !== null) return { attemptId, kind: 'instructions', url, instructions, until };
  return url === null
    ? null
    : { attemptId, kind: card === null ? 'redirect' : 'challenge', url, instructions, until };
}

/** Records the page that the consumer must visit next, so that another tab can also send the consumer there. */
export function recordRequiredAction(
  order: PaymentOrder,
  attemptId: string,
  { url, display }: RequiredAction,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  // The payment's result can arrive before the channel's answer to the submission, which names the page. The consumer then no
  // longer has to visit the page.
  const isAwaited = attempt !== undefined && nextAttemptState(attempt.state, 'abandoned') !== undefined;
  if (!isAwaited || attempt.actionUrl !== null) return unchanged;
  return changed(replaceAttempt(order, { ...attempt, actionUrl: url, actionDisplay: display }));
}

/**
 * Records that the channel refused the call that submits a payment, so the payment has failed. If the consumer tries again,
 * this channel is asked last. If the payment already has a result, nothing is recorded.
 */
export function recordSubmissionRefused(
  order: PaymentOrder,
  attemptId: string,
  failure: AttemptFailure,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt?.state !== 'SUBMITTED') return unchanged;
  const noted = replaceAttempt(order, { ...attempt, channelFault: 'submission_refused' });
  const failed = applyPaymentResult(noted, attemptId, { kind: 'failed', failure, card: null }, now);
  return failed.kind === 'changed' ? failed : changed(noted);
}
