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
  /** The channel refused to open the payment. It has charged nothing and never will. */
  | { readonly kind: 'refused'; readonly failure: AttemptFailure }
  /**
   * The channel gave no usable answer. It may have opened the payment, but the consumer did not get what is needed to pay it.
   * If `hasPayment` is set, the channel opened the payment earlier, and the consumer may have paid it (`OpeningAnswer`).
   */
  | { readonly kind: 'unavailable'; readonly hasPayment?: true };

export type FailoverPlan =
  /** The payment continues with a new attempt through another channel. */
  | { readonly kind: 'new'; readonly order: PaymentOrder; readonly attempt: PaymentAttempt }
  /** The attempt has ended, and no new attempt replaces it. */
  | { readonly kind: 'ended'; readonly order: PaymentOrder }
  /**
   * The attempt stays as it is, because no other channel is left, no time is left, or the attempt may be paid. If the
   * consumer's page repeats its call, the gateway asks the attempt's channel again.
   */
  | { readonly kind: 'waits' }
  /** Another process has opened, replaced or ended the attempt in the meantime, so there is nothing to do. */
  | { readonly kind: 'moved_on' };

/**
 * Decides what happens after a channel did not open an attempt. If another channel is available, a single change of the order
 * ends this attempt and starts a new one through that channel. The first channel may have opened the payment after all. In that
 * case, the gateway cancels that payment, and returns any money that arrives.
 *
 * @param next the channel to continue with; null if no channel or no time is left
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
  if (fault.kind === 'unavailable' && fault.hasPayment) return { kind: 'waits' };
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
