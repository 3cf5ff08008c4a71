import { orderLimits } from '@kassa/contracts';
import { attemptIdOf } from '../order/order-identifiers.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, latestAttempt, type PaymentOrder, replaceAttempt } from '../order/payment-order.ts';
import { endRetries, requestCancellation } from './cancel-attempt.ts';
import {
  type AttemptOpening,
  type AttemptTarget,
  isAttemptAlive,
  moveAttempt,
  newAttempt,
  nextAttemptState,
  type PaymentAttempt,
} from './payment-attempt.ts';

/** The maximum number of attempts for an order. */
export const MAX_ATTEMPTS = orderLimits.attempts;

/**
 * Attempts that their channels did not open do not count as the consumer's attempts: the consumer was given nothing to pay
 * with, and a channel's outage must lock nobody out. Their number is limited too, because the order stores them.
 */
export const MAX_OPENINGS = orderLimits.openings;

export type OpeningRefusal =
  | 'ORDER_ALREADY_PAID'
  | 'ORDER_EXPIRED'
  | 'PAYMENT_IN_PROGRESS'
  | 'TOO_MANY_ATTEMPTS';

export type OpeningPlan =
  | { readonly kind: 'refused'; readonly reason: OpeningRefusal }
  /**
   * The attempt already exists; the channel may still have to be asked to open it. `order` is set if the consumer is now to
   * return to another page.
   */
  | { readonly kind: 'existing'; readonly attempt: PaymentAttempt; readonly order: PaymentOrder | null }
  | {
      readonly kind: 'new';
      readonly order: PaymentOrder;
      readonly attempt: PaymentAttempt;
      /** The earlier attempt that this one replaces; it must be cancelled at its channel. */
      readonly abandoned: PaymentAttempt | null;
    }
  /** A new attempt would be needed, but no channel is available. */
  | { readonly kind: 'no_channel' };

/**
 * Decides what a checkout initialisation does. The call is idempotent per order and method while the attempt is alive.
 * Another method replaces an attempt that was not submitted.
 */
export function planOpening(
  order: PaymentOrder,
  method: { readonly code: string; readonly target: AttemptTarget | null },
  returnUrl: string | null,
  now: Date,
): OpeningPlan {
  const refusal = refuseNewPayment(order, now);
  if (refusal !== undefined) return { kind: 'refused', reason: refusal };

  const latest = latestAttempt(order);
  const alive = latest !== undefined && isAttemptAlive(latest) ? latest : null;
  if (alive?.methodCode === method.code) return existing(order, alive, returnUrl);
  if (alive?.state === 'SUBMITTED') return { kind: 'refused', reason: 'PAYMENT_IN_PROGRESS' };
  if (hasTooManyAttempts(order)) return { kind: 'refused', reason: 'TOO_MANY_ATTEMPTS' };
  if (method.target === null) return { kind: 'no_channel' };

  const attempts = order.attempts.map((attempt) =>
    attempt === alive ? requestCancellation(attempt, now) : endRetries(attempt, now),
  );
  const kept = { ...order, attempts };
  const added = addAttempt(kept, { ...method.target, methodCode: method.code, returnUrl }, now);
  return { kind: 'new', ...added, abandoned: alive };
}

/**
 * Whether an order takes no further attempts. Each attempt counts, and so does each decline after an attempt's
 * first: the channel's own form may let the consumer try other cards.
 */
export function hasTooManyAttempts({ attempts }: PaymentOrder): boolean {
  const tries = attempts
    .filter(countsAsTry)
    .reduce((sum, { declines }) => sum + Math.max(declines.length, 1), 0);
  return tries >= MAX_ATTEMPTS || attempts.length >= MAX_OPENINGS;
}

/** Whether the consumer was given something to pay with. */
export function countsAsTry({ channelFault }: PaymentAttempt): boolean {
  return channelFault !== 'opening_unavailable' && channelFault !== 'opening_refused';
}

/** Adds an attempt to the order, as one change. */
export function addAttempt(
  order: PaymentOrder,
  attempt: AttemptTarget & Pick<PaymentAttempt, 'methodCode' | 'returnUrl'>,
  now: Date,
): { readonly order: PaymentOrder; readonly attempt: PaymentAttempt } {
  const attemptId = attemptIdOf(order.orderId, order.attempts.length + 1);
  const added = newAttempt({ ...attempt, attemptId }, now);
  return { order: changed({ ...order, attempts: [...order.attempts, added] }).order, attempt: added };
}

/** The consumer returns to the page that asked last: it may be another tab, or a page loaded after a change. */
function existing(order: PaymentOrder, attempt: PaymentAttempt, returnUrl: string | null): OpeningPlan {
  if (attempt.returnUrl === returnUrl) return { kind: 'existing', attempt, order: null };
  const moved = { ...attempt, returnUrl };
  return { kind: 'existing', attempt: moved, order: changed(replaceAttempt(order, moved)).order };
}

/** Why an order takes no new payment; undefined if it does. */
export function refuseNewPayment(order: PaymentOrder, now: Date): OpeningRefusal | undefined {
  switch (order.state) {
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
    case 'REFUNDED':
    case 'IN_DISPUTE':
      return 'ORDER_ALREADY_PAID';
    case 'CLOSE':
      return 'ORDER_EXPIRED';
    case 'INIT':
    case 'PAYING':
    case 'PAY_FAIL':
      return now >= order.expiresAt ? 'ORDER_EXPIRED' : undefined;
  }
}

/**
 * Records the channel's answer to an opening. An identical second answer changes nothing. An attempt that was abandoned or
 * failed while the channel opened it can only now be cancelled.
 */
export function recordOpening(
  order: PaymentOrder,
  attemptId: string,
  opening: AttemptOpening,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || attempt.opening !== null) return unchanged;
  // An attempt that a callback has already ended stays ended; it only gains its reference.
  const hasEnded = nextAttemptState(attempt.state, 'channel_opened') === undefined;
  const noted = hasEnded ? attempt : moveAttempt(attempt, 'channel_opened');
  const cancellation =
    noted.state === 'ABANDONED' || noted.state === 'FAILED'
      ? { requestedAt: now, dueAt: now, tries: 0, triedAt: null }
      : noted.cancellation;
  return changed(replaceAttempt(order, { ...noted, opening, cancellation }));
}
