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
  /** The page submits an attempt that is not the order's latest attempt. */
  | 'ATTEMPT_SUPERSEDED'
  /** A card is required if the page shows its own card form, and is not allowed otherwise. */
  | 'CARD_REQUIRED'
  | 'CARD_NOT_ALLOWED';

export type SubmissionPlan =
  | { readonly kind: 'refused'; readonly reason: SubmissionRefusal }
  /** Another call has already submitted this attempt. There is only one charge, and this call reports its state. */
  | { readonly kind: 'submitted_before'; readonly attempt: PaymentAttempt }
  | { readonly kind: 'submit'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt };

/** What the consumer's page submits. */
export interface SubmissionInput {
  readonly card: AttemptCard | null;
  /** The ID of the attempt that the page shows; null if the page names none. Null stands for the order's latest attempt. */
  readonly attemptId?: string | null;
}

/**
 * Decides a submission: the latest attempt goes to the channel, and the order moves to PAYING. The call that stores this
 * decision also calls the channel. Every other call finds that the attempt is already submitted.
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
    // If a card comes although the attempt takes none, another page has replaced the attempt that the card was meant for.
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
    // The page of a redirect is known since the channel opened the payment. The page of a card's challenge is known only after
    // the channel answers the submission.
    actionUrl: attempt.opening?.paymentUrl ?? null,
    actionDisplay: attempt.opening?.paymentUrl ? 'page' : null,
    nextCheckAt: addSeconds(now, askingDelaySeconds(0)),
  };
  const moved = order.state === 'PAYING' ? order : moveOrder(order, 'attempt_started', now);
  return { kind: 'submit', order: changed(replaceAttempt(moved, submitted)).order, attempt: submitted };
}

/** The page that the consumer must visit to complete an attempt; null if there is none. */
export function requiredActionOf({ actionUrl, actionDisplay }: PaymentAttempt): RequiredAction | null {
  // If it is not recorded how the page may be shown, it gets the whole window, because every page works there.
  return actionUrl === null ? null : { url: actionUrl, display: actionDisplay ?? 'page' };
}

/** What the consumer still has to do for the latest attempt. */
export interface PendingAction {
  readonly attemptId: string;
  /** `redirect`: the consumer pays on another page. `challenge`: the bank asks the consumer to confirm a card payment. */
  readonly kind: 'redirect' | 'challenge';
  readonly url: string;
}

/** What the consumer still has to do to complete the latest attempt; null if nothing. */
export function pendingActionOf(order: PaymentOrder): PendingAction | null {
  const attempt = latestAttempt(order);
  if (attempt?.state !== 'SUBMITTED' || attempt.actionUrl === null) return null;
  const { attemptId, card, actionUrl } = attempt;
  return { attemptId, kind: card === null ? 'redirect' : 'challenge', url: actionUrl };
}

/** Records the page that the consumer must visit next, so that another tab can also lead the consumer there. */
export function recordRequiredAction(
  order: PaymentOrder,
  attemptId: string,
  { url, display }: RequiredAction,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  // The result can arrive before the answer that names the page. The consumer then no longer has to visit it.
  const isAwaited = attempt !== undefined && nextAttemptState(attempt.state, 'abandoned') !== undefined;
  if (!isAwaited || attempt.actionUrl !== null) return unchanged;
  return changed(replaceAttempt(order, { ...attempt, actionUrl: url, actionDisplay: display }));
}

/**
 * Records that the channel refused the call that submits a payment. The payment has failed. If the consumer tries again, this
 * channel is tried last. If the payment's result is already known, nothing is recorded.
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
