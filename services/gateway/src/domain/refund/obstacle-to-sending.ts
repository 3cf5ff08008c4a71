import { isDisputed } from '../dispute/disputes-set-aside.ts';
import { openCases } from '../order/operator-cases.ts';
import { doubtfulMinor, lostMinor, reservedMinor } from '../order/order-sums.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { isAutomatic, type Refund, type RefundFailure } from './refund.ts';

/**
 * Why a refund that is not at its channel must not be sent: a dispute has taken the money, or may take it, or another
 * refund may have returned it. Undefined when nothing stands against it. Sent all the same, the consumer would be paid twice.
 */
export function obstacleToSending(order: PaymentOrder, refund: Refund): RefundFailure | undefined {
  if (isAutomatic(refund)) return isDisputed(order, refund.attemptId) ? moneyIsDisputed : undefined;
  if (order.state === 'IN_DISPUTE' || isDisputed(order, refund.attemptId)) return disputeWasOpened;
  const heldByOthers = reservedMinor(order) - refund.amount.amountMinor;
  const leftMinor = order.amount.amountMinor - lostMinor(order) - heldByOthers;
  if (refund.amount.amountMinor <= leftMinor) return undefined;
  return refund.amount.amountMinor <= leftMinor + doubtfulMinor(order) ? moneyMayBeBack : moneyWasLost;
}

/**
 * Whether a refund has to wait: the channel could not collect the money that it returns, and no operator has looked into
 * that. It is not withdrawn, because a channel tries to collect the money again.
 */
export function isHeldBack(order: PaymentOrder, { attemptId }: Pick<Refund, 'attemptId'>): boolean {
  const itsAttempt = order.attempts.filter((attempt) => attempt.attemptId === attemptId);
  return openCases({ ...order, attempts: itsAttempt }).some(({ kind }) => kind === 'payment_uncollected');
}

/** The merchant's refund had not reached its channel when the dispute was opened. */
export const disputeWasOpened: RefundFailure = {
  code: 'dispute_opened',
  message: 'Withdrawn because a dispute was opened.',
};

const moneyWasLost: RefundFailure = {
  code: 'dispute_lost',
  message: 'Withdrawn because a lost dispute has left less than this amount.',
};

const moneyMayBeBack: RefundFailure = {
  code: 'earlier_refund_in_doubt',
  message:
    'Withdrawn because the channel has reported an earlier refund, which ended without money, as made.',
};

const moneyIsDisputed: RefundFailure = {
  code: 'dispute_opened',
  message: 'Not returned because the consumer has disputed the payment at the bank.',
};
