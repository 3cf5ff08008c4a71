import { changed } from '../order/order-transition.ts';
import { latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { abandon } from './cancel-attempt.ts';
import { addAttempt, hasTooManyAttempts, refuseNewPayment } from './open-attempt.ts';
import {
  type AttemptFailure,
  type AttemptTarget,
  moveAttempt,
  type PaymentAttempt,
} from './payment-attempt.ts';

/** Why a channel did not open an attempt. */
export type OpeningFault =
  /** Refused for good: nothing was charged, and nothing will be. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /** No usable answer. It may have been opened, but nobody was given anything to pay with. */
  | { readonly kind: 'unavailable' };

export type FailoverPlan =
  /** The payment goes on at another channel. */
  | { readonly kind: 'new'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt }
  /** It has ended, and nothing takes its place. */
  | { readonly kind: 'ended'; readonly order: PaymentOrder }
  /** It waits for its channel: the same call may be repeated. */
  | { readonly kind: 'waits' }
  /** Others have brought it further meanwhile: opened it, replaced it, ended it. */
  | { readonly kind: 'moved_on' };

/**
 * Decides what follows when a channel did not open an attempt: another channel takes the payment over, in the
 * same change that ends the attempt. That is only for an attempt that nobody can have paid with: still being
 * opened, the latest, and never answered. What its channel opened all the same is cancelled when it becomes
 * known, and money that comes in spite of that is returned (`recordOpening`, `applyPaymentResult`).
 *
 * @param next the channel to go on with; null where none is left, or no time
 */
export function planFailover(
  order: PaymentOrder,
  attemptId: string,
  fault: OpeningFault,
  next: AttemptTarget | null,
  now: Date,
): FailoverPlan {
  const attempt = latestAttempt(order);
  if (attempt?.attemptId !== attemptId || attempt.state !== 'OPENING') return { kind: 'moved_on' };
  const target = refuseNewPayment(order, now) !== undefined || hasTooManyAttempts(order) ? null : next;
  if (target === null && fault.kind === 'unavailable') return { kind: 'waits' };

  const ended = replaceAttempt(order, endedBy(fault, attempt, now));
  if (target === null) return { kind: 'ended', order: changed(ended).order };
  const { methodCode, returnUrl } = attempt;
  return { kind: 'new', ...addAttempt(ended, { ...target, methodCode, returnUrl }, now) };
}

function endedBy(fault: OpeningFault, attempt: PaymentAttempt, now: Date): PaymentAttempt {
  switch (fault.kind) {
    case 'refused':
      return {
        ...moveAttempt(attempt, 'channel_refused'),
        channelFault: 'opening_refused',
        failure: fault.failure,
        endedAt: now,
      };
    case 'unavailable':
      return { ...abandon(attempt, now), channelFault: 'opening_unavailable' };
  }
}
