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

/** How many times a consumer can try to pay one order. Attempts that no channel opened do not count. */
export const MAX_ATTEMPTS = orderLimits.attempts;

/**
 * The maximum number of all payment attempts of an order, including those that no channel opened. The order stores those too,
 * so this limit keeps the order from growing without end.
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
   * The order already has an attempt for this method, so no new attempt is made. The channel may not have opened the attempt
   * yet. `order` is set only if the attempt has a new return address, so that the order must be stored again.
   */
  | { readonly kind: 'existing'; readonly attempt: PaymentAttempt; readonly order: PaymentOrder | null }
  | {
      readonly kind: 'new';
      readonly order: PaymentOrder;
      readonly attempt: PaymentAttempt;
      /** The earlier attempt that the new one replaces. It must be cancelled at its channel. */
      readonly abandoned: PaymentAttempt | null;
    }
  /** The payment needs a new attempt, but no channel is available for it. */
  | { readonly kind: 'no_channel' };

/**
 * Decides what happens when a page starts a payment with a method. Until an attempt has ended, a repeated call with the same
 * method gets the same attempt. A call with another method replaces the attempt, unless it was already submitted.
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
 * Whether an order takes no further attempts, because it has reached one of two limits. The first limit counts the consumer's
 * tries. Each card that is declined within one attempt counts as one try. An attempt that no channel opened does not count. The
 * second limit counts all stored attempts.
 */
export function hasTooManyAttempts({ attempts }: PaymentOrder): boolean {
  const tries = attempts
    .filter(countsAsTry)
    .reduce((sum, { declines }) => sum + Math.max(declines.length, 1), 0);
  return tries >= MAX_ATTEMPTS || attempts.length >= MAX_OPENINGS;
}

/**
 * Whether an attempt counts toward the number of tries that the order allows. An attempt that its channel did not open does not
 * count, because the consumer had no chance to pay.
 */
export function countsAsTry({ channelFault }: PaymentAttempt): boolean {
  return channelFault !== 'opening_unavailable' && channelFault !== 'opening_refused';
}

/** Adds a new attempt to the order. The returned order already has its next version number. */
export function addAttempt(
  order: PaymentOrder,
  attempt: AttemptTarget & Pick<PaymentAttempt, 'methodCode' | 'returnUrl'>,
  now: Date,
): { readonly order: PaymentOrder; readonly attempt: PaymentAttempt } {
  const attemptId = attemptIdOf(order.orderId, order.attempts.length + 1);
  const added = newAttempt({ ...attempt, attemptId }, now);
  return { order: changed({ ...order, attempts: [...order.attempts, added] }).order, attempt: added };
}

/**
 * Returns the plan to continue an existing attempt. Several pages, such as two tabs, can show the same attempt. The attempt
 * stores the address of the page that called last, because the consumer returns there after paying.
 */
function existing(order: PaymentOrder, attempt: PaymentAttempt, returnUrl: string | null): OpeningPlan {
  if (attempt.returnUrl === returnUrl) return { kind: 'existing', attempt, order: null };
  const moved = { ...attempt, returnUrl };
  return { kind: 'existing', attempt: moved, order: changed(replaceAttempt(order, moved)).order };
}

/** Returns why an order takes no new payment; undefined if it takes one. */
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
 * Records the channel's answer to the request that opens an attempt. Only the first answer counts. If the attempt was abandoned
 * or failed before the answer arrived, the gateway now cancels the attempt at the channel. It could not do so earlier, because
 * only the answer contains the channel's reference.
 */
export function recordOpening(
  order: PaymentOrder,
  attemptId: string,
  opening: AttemptOpening,
  now: Date,
): Decision {
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt === undefined || attempt.opening !== null) return unchanged;
  // If a callback has already ended the attempt, it stays ended, and only the channel's reference is added to it.
  const hasEnded = nextAttemptState(attempt.state, 'channel_opened') === undefined;
  const noted = hasEnded ? attempt : moveAttempt(attempt, 'channel_opened');
  const cancellation =
    noted.state === 'ABANDONED' || noted.state === 'FAILED'
      ? { requestedAt: now, dueAt: now, tries: 0, triedAt: null }
      : noted.cancellation;
  return changed(replaceAttempt(order, { ...noted, opening, cancellation }));
}
