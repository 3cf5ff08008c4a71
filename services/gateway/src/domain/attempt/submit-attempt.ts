import { addSeconds } from '../add-seconds.ts';
import { changed, moveOrder, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { askingDelaySeconds } from '../order/schedule.ts';
import { applyPaymentResult } from './apply-payment-result.ts';
import { type OpeningRefusal, refuseNewPayment } from './open-attempt.ts';
import {
  type AttemptCard,
  type AttemptFailure,
  moveAttempt,
  nextAttemptState,
  type PaymentAttempt,
  type RequiredAction,
} from './payment-attempt.ts';

export type SubmissionRefusal =
  | OpeningRefusal
  | 'PAYMENT_NOT_INITIALISED'
  /** The page shows another attempt than the latest. */
  | 'ATTEMPT_SUPERSEDED'
  /** The card comes with a submission of the merchant's own form, and only then. */
  | 'CARD_REQUIRED'
  | 'CARD_NOT_ALLOWED';

export type SubmissionPlan =
  | { readonly kind: 'refused'; readonly reason: SubmissionRefusal }
  /** Another call submitted this attempt. There is one charge, and this call only reports it. */
  | { readonly kind: 'submitted_before'; readonly attempt: PaymentAttempt }
  | { readonly kind: 'submit'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt };

/** What the consumer's page submits. */
export interface SubmissionInput {
  readonly card: AttemptCard | null;
  /** The attempt that the page shows; null if the page names none, and means the latest. */
  readonly attemptId?: string | null;
}

/**
 * Decides a submission: the latest attempt goes to the channel and the order to PAYING. The call that stores this decision
 * calls the channel; every other call finds the attempt submitted.
 */
export function planSubmission(
  order: PaymentOrder,
  { card, attemptId = null }: SubmissionInput,
  now: Date,
): SubmissionPlan {
  const attempt = latestAttempt(order);
  const isLatest = attemptId === null || attempt?.attemptId === attemptId;
  const takesCard = attempt?.opening?.renderType === 'OWN_FORM';
  if (isLatest && attempt?.state === 'SUBMITTED') {
    // The card was meant for an attempt that another page has replaced.
    return card === null || takesCard
      ? { kind: 'submitted_before', attempt }
      : { kind: 'refused', reason: 'CARD_NOT_ALLOWED' };
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
    ...moveAttempt(attempt, 'submitted'),
    submittedAt: now,
    card,
    // A redirect's page is known since the opening; a card's challenge is known only once the channel answers.
    actionUrl: attempt.opening?.paymentUrl ?? null,
    actionDisplay: attempt.opening?.paymentUrl ? 'page' : null,
    nextCheckAt: addSeconds(now, askingDelaySeconds(0)),
  };
  const moved = order.state === 'PAYING' ? order : moveOrder(order, 'attempt_started', now);
  return { kind: 'submit', order: changed(replaceAttempt(moved, submitted)).order, attempt: submitted };
}

/** Where the consumer must go for an attempt; null if nowhere. */
export function requiredActionOf({ actionUrl, actionDisplay }: PaymentAttempt): RequiredAction | null {
  // A page of unknown kind gets the whole window, where every page works.
  return actionUrl === null ? null : { url: actionUrl, display: actionDisplay ?? 'page' };
}

/** What the consumer still has to do for the latest attempt. */
export interface PendingAction {
  readonly attemptId: string;
  /** `challenge`: the bank asks the consumer to confirm a card payment. */
  readonly kind: 'redirect' | 'challenge';
  readonly url: string;
}

/** Null if the latest attempt does not wait for the consumer. */
export function pendingActionOf(order: PaymentOrder): PendingAction | null {
  const attempt = latestAttempt(order);
  if (attempt?.state !== 'SUBMITTED' || attempt.actionUrl === null) return null;
  const { attemptId, card, actionUrl } = attempt;
  return { attemptId, kind: card === null ? 'redirect' : 'challenge', url: actionUrl };
}

/** Records where the consumer must go next, for another tab that asks about this attempt. */
export function recordRequiredAction(
  order: PaymentOrder,
  attemptId: string,
  { url, display }: RequiredAction,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  // The result can arrive before this answer; the answer then no longer matters.
  const isAwaited = attempt !== undefined && nextAttemptState(attempt.state, 'abandoned') !== undefined;
  if (!isAwaited || attempt.actionUrl !== null) return unchanged;
  return changed(replaceAttempt(order, { ...attempt, actionUrl: url, actionDisplay: display }));
}

/**
 * Records that the channel refused the call of a submission. The payment has failed, and this channel is chosen last when the
 * consumer tries again. If the result was already known, nothing is recorded.
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
