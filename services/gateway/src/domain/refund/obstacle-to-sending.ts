import { disputesSetAside, isDisputed, isReportedLost } from '../dispute/disputes-set-aside.ts';
import { openCases } from '../order/operator-cases.ts';
import {
  doubtfulMinor,
  lostMinor,
  mayBeMade,
  reservedMinor,
  returnsOfOthersMinor,
} from '../order/order-sums.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { isReportedBeforeCounted } from '../order/uncounted-payments.ts';
import { isAutomatic, type Refund, type RefundFailure } from './refund.ts';

/**
 * Returns why a refund that has not reached its channel must not be sent; undefined if nothing prevents the refund. For
 * example, a dispute has taken the money or may take it, or another refund may have returned it, so that the consumer would be
 * paid twice.
 */
export function obstacleToSending(order: PaymentOrder, refund: Refund): RefundFailure | undefined {
  if (isAutomatic(refund)) return obstacleToReturning(order, refund);
  if (order.state === 'IN_DISPUTE' || isDisputed(order, refund.attemptId)) return disputeWasOpened;
  const heldByOthers = reservedMinor(order) - refund.amount.amountMinor;
  const leftMinor = order.amount.amountMinor - lostMinor(order) - heldByOthers;
  if (refund.amount.amountMinor <= leftMinor) return undefined;
  if (refund.amount.amountMinor <= leftMinor + doubtfulMinor(order)) return moneyMayBeBack;
  return lostMinor(order) > 0 ? moneyWasLost : moneyWasReturned;
}

/**
 * Returns why a late or second payment must not be returned now; undefined if nothing prevents the return. There are two
 * reasons: the payment is disputed, or another return may already have sent the money back. For example, an operator started a
 * second return although the first may have succeeded.
 */
function obstacleToReturning(order: PaymentOrder, refund: Refund): RefundFailure | undefined {
  if (isDisputed(order, refund.attemptId) || isFirstOfTakenMoney(order, refund)) return moneyIsDisputed;
  if (isReportedLost(order, refund.attemptId)) return moneyIsDisputed;
  const isTooMuch =
    returnsOfOthersMinor(order, refund) + refund.amount.amountMinor > order.amount.amountMinor;
  return isTooMuch ? moneyMayBeBack : undefined;
}

/**
 * Whether the bank may already have taken the money that this refund returns from a late or second payment. The bank may have
 * done so if a channel has reported a dispute over the payment, and the order does not record this dispute. Only the first
 * return of a payment is checked, because an operator decides about every further return.
 */
function isFirstOfTakenMoney(order: PaymentOrder, { attemptId, refundId }: Refund): boolean {
  const first = order.refunds.find((other) => isAutomatic(other) && other.attemptId === attemptId);
  return (
    first?.refundId === refundId && disputesSetAside(order, attemptId).some(({ result }) => result !== 'won')
  );
}

/**
 * Whether a refund must wait for an operator, for one of four reasons:
 * - The channel could not collect the payment that the refund would return, and may still collect it.
 * - The refund returns a second payment, and the channel could not collect the first one. The merchant may want to keep the
 *   second payment.
 * - A report of the channel says that the channel has received or made the refund, and no operator has settled the report yet.
 * - A report about the payment came before the order counted it, and no operator has settled it. The money may already have
 *   been returned.
 */
export function isHeldBack(
  order: PaymentOrder,
  refund: Pick<Refund, 'attemptId' | 'refundId' | 'origin'>,
): boolean {
  const isSecond = refund.origin === 'second_payment';
  return (
    mayBeMade(order, refund) ||
    isUncollected(order, refund.attemptId) ||
    isReportedBeforeCounted(order, refund.attemptId) ||
    (isSecond && isUncollected(order, order.paidByAttemptId))
  );
}

function isUncollected(order: PaymentOrder, attemptId: string | null): boolean {
  const itsAttempt = order.attempts.filter((attempt) => attempt.attemptId === attemptId);
  return openCases({ ...order, attempts: itsAttempt }).some(({ kind }) => kind === 'payment_uncollected');
}

/**
 * The failure that is recorded for a refund which the gateway withdraws because a dispute was opened. The refund had not
 * reached its channel.
 */
export const disputeWasOpened: RefundFailure = {
  code: 'dispute_opened',
  message: 'Withdrawn because a dispute was opened.',
};

const moneyWasLost: RefundFailure = {
  code: 'dispute_lost',
  message: 'Withdrawn because a lost dispute has left less than this amount.',
};

const moneyWasReturned: RefundFailure = {
  code: 'earlier_refund_made',
  message: 'Withdrawn because earlier refunds have returned the money.',
};

const moneyMayBeBack: RefundFailure = {
  code: 'earlier_refund_in_doubt',
  message: 'Withdrawn because an earlier refund has returned this money, or may have returned it.',
};

const moneyIsDisputed: RefundFailure = {
  code: 'dispute_opened',
  message: 'Not returned because the consumer has disputed the payment at the bank.',
};
