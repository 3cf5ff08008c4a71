import type { ErrorName } from '@kassa/contracts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { disputesInDoubt } from './invariants/disputes-in-doubt.ts';
import { lostOf } from './invariants/parts-of-order.ts';
import { doubtOf } from './reports-set-aside.ts';

/**
 * The simple model: the expected answer to a call. It is derived only from one state of the order and from the interface's
 * rules. If other calls ran at the same time, the answer must be right for one of the states that the order had during the
 * call.
 */

export type Outcome =
  | 'created'
  | 'initialised'
  | 'submitted'
  | 'accepted'
  | `accepted ${number}`
  | 'cancelled'
  | 'repeated'
  | 'settled'
  | 'concluded'
  | 'being_sent'
  | ErrorName;

export function creationOutcome(order: PaymentOrder | undefined, amountMinor: number): Outcome {
  if (order === undefined || order.amount.amountMinor === amountMinor) return 'created';
  return 'DUPLICATE_TRANSACTION';
}

export function initOutcome(order: PaymentOrder, methodCode: string, now: Date): Outcome {
  const refusal = refusalOfNewPayment(order, now);
  if (refusal !== undefined) return refusal;
  const latest = order.attempts.at(-1);
  const isOpen = latest?.state === 'OPENING' || latest?.state === 'OPEN' || latest?.state === 'SUBMITTED';
  if (isOpen && latest.methodCode === methodCode) return 'initialised';
  if (latest?.state === 'SUBMITTED') return 'PAYMENT_IN_PROGRESS';
  // The number of used attempts. An attempt that its channel did not open does not count. Each decline in the processor's own
  // form counts.
  const tries = order.attempts
    .filter(({ channelFault }) => !channelFault?.startsWith('opening'))
    .reduce((sum, { declines }) => sum + Math.max(1, declines.length), 0);
  return tries < 10 && order.attempts.length < 40 ? 'initialised' : 'TOO_MANY_ATTEMPTS';
}

export function submissionOutcome(order: PaymentOrder, hasCard: boolean, now: Date): Outcome {
  const latest = order.attempts.at(-1);
  if (latest?.state === 'SUBMITTED') {
    return hasCard && latest.methodCode !== 'card' ? 'INVALID_REQUEST' : 'submitted';
  }
  const refusal = refusalOfNewPayment(order, now);
  if (refusal !== undefined) return refusal;
  if (latest?.state !== 'OPEN') return 'PAYMENT_NOT_INITIALISED';
  return hasCard === (latest.methodCode === 'card') ? 'submitted' : 'INVALID_REQUEST';
}

export function givingUpOutcome(order: PaymentOrder, attemptId: string): Outcome {
  if (order.paidAt !== null) return 'settled';
  const latest = order.attempts.at(-1);
  if (latest?.attemptId !== attemptId) return 'ATTEMPT_SUPERSEDED';
  return latest.state === 'SUBMITTED' ? 'PAYMENT_IN_PROGRESS' : 'settled';
}

function refusalOfNewPayment(order: PaymentOrder, now: Date): Outcome | undefined {
  if (order.paidAt !== null) return 'ORDER_ALREADY_PAID';
  return order.state === 'CLOSE' || now >= order.expiresAt ? 'ORDER_EXPIRED' : undefined;
}

export interface RefundWish {
  /** The refund IDs of wishes for the whole rest begin with `A`, and no others do. */
  readonly number: string;
  /** Null for the whole rest. */
  readonly amountMinor: number | null;
  readonly currency: string;
}

export function refundOutcome(
  order: PaymentOrder | undefined,
  wish: RefundWish,
  isNumberUsedElsewhere: boolean,
): Outcome {
  if (order === undefined) return 'ORDER_NOT_FOUND';
  if (isNumberUsedElsewhere) return 'DUPLICATE_REFUND';
  const known = order.refunds.find(({ transactionId }) => transactionId === wish.number);
  if (known !== undefined) {
    const { amountMinor, currency } = known.requestedAmount ?? known.amount;
    const isSame = amountMinor === (wish.amountMinor ?? amountMinor) && currency === wish.currency;
    return isSame ? acceptedOutcome(wish, known.amount.amountMinor) : 'DUPLICATE_REFUND';
  }
  if (order.state === 'IN_DISPUTE') return 'ORDER_IN_DISPUTE';
  if (order.paidAt === null) return 'ORDER_NOT_REFUNDABLE';
  if (disputesInDoubt(order, order.paidByAttemptId ?? '') > 0) return 'ORDER_IN_DISPUTE';
  if (order.refunds.length >= 500) return 'TOO_MANY_REFUNDS';
  if (wish.currency !== order.amount.currency) return 'CURRENCY_MISMATCH';
  const left = leftToRefundMinor(order);
  return left > 0 && (wish.amountMinor ?? left) <= left
    ? acceptedOutcome(wish, left)
    : 'REFUND_EXCEEDS_AMOUNT';
}

/** The outcome of an accepted refund. If the merchant asked for the whole rest, the outcome says how much it is. */
export function acceptedOutcome({ amountMinor }: RefundWish, acceptedMinor: number): Outcome {
  return amountMinor === null ? `accepted ${acceptedMinor}` : 'accepted';
}

export function leftToRefundMinor(order: PaymentOrder): number {
  const held = order.refunds
    .filter(({ origin, state }) => origin === 'merchant' && state !== 'FAILED' && state !== 'CANCELLED')
    .reduce((sum, { amount }) => sum + amount.amountMinor, 0);
  return order.amount.amountMinor - held - doubtOf(order) - lostOf(order);
}
