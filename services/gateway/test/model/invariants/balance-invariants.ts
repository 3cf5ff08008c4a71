import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../../src/domain/settlement/money-moves.ts';
import { type ChannelBooks, isOfDispute, returnedUnder } from './channel-books.ts';
import { isCounted, isOfCounted } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import {
  attemptOf,
  isFoundMade,
  lostDisputesOf,
  madeAtChannelOf,
  returnedByHandOf,
  sumMinor,
  writtenOffOf,
} from './parts-of-order.ts';
import { isOfRefund } from './reports-aside.ts';

/**
 * Checks that the net money at the channel equals the settlement report of each order: the paid amount less what was returned.
 *
 * Some orders are skipped, because nobody knows the truth about them: those with forgotten reports, or with set-aside reports
 * that no operator has recorded since. Money that an operator returned outside the channel is only in the settlement report.
 */
export function faultsOfBalance(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  return orders.flatMap((order) => {
    const attemptIds = new Set(order.attempts.map(({ attemptId }) => attemptId));
    const isItsOwn = (part: { readonly attemptId: string; readonly payment: string | null }) =>
      attemptIds.has(part.attemptId) && isOfCounted(order, part);
    const payments = [
      ...books.payments.filter(({ result }) => result === 'succeeded'),
      ...books.furtherPayments,
    ].filter((payment) => attemptIds.has(payment.attemptId) && isCounted(order, payment));
    const refunds = [...books.refunds, ...books.secondRefunds].filter(isItsOwn);
    const disputes = books.disputes.filter(isItsOwn);
    const byHand = books.refundsByHand.filter(isItsOwn);
    const names = [
      ...order.attempts.map(({ attemptId }) => attemptId),
      ...refunds.map(({ refundId }) => refundId),
      ...disputes.map(({ channelReference }) => channelReference),
      ...byHand.map(({ channelReference }) => channelReference),
    ];
    const isUnknown = names.some((name) => books.forgotten.has(name));
    const isForOperator =
      order.quarantine.some((record) => !isCountedSince(order, record, books)) ||
      order.attempts.some(({ unresolvedSince }) => unresolvedSince !== null) ||
      refunds.some(({ refundId }) => isFoundMade(order, refundId));
    if (isUnknown || isForOperator) return [];
    const atChannel =
      sumMinor(payments) -
      sumMinor(refunds.filter(({ result }) => result === 'succeeded')) -
      sumMinor(byHand.filter(({ state }) => state === 'succeeded')) -
      sumMinor(disputes.filter(({ state }) => state === 'lost')) -
      order.attempts.reduce((sum, { attemptId }) => sum + writtenOffOf(order, attemptId), 0);
    const reported = moneyMovesOf(order).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
    const name = order.merchantTransactionId;
    return faultsIf([
      atChannel - returnedByHandOf(order) !== reported,
      `the channel holds ${atChannel} of order ${name}, and its settlement says ${reported}`,
    ]);
  });
}

/** Whether the order counts what a set-aside report says, because an operator has recorded it since. */
function isCountedSince(
  order: PaymentOrder,
  { attemptId, subject, paymentReference }: PaymentOrder['quarantine'][number],
  books: ChannelBooks,
): boolean {
  const { refundsByHand, disputes } = books;
  // Nothing about a payment that the order does not count changes its sums.
  if (paymentReference !== undefined && !isCounted(order, { attemptId, reference: paymentReference })) {
    return attemptOf(order, attemptId)?.state === 'SUCCEEDED';
  }
  if (subject === undefined || subject.kind === 'uncounted_payment') return false;
  if (subject.kind === 'dispute') {
    const there = disputes.find((dispute) => isOfDispute(dispute, subject.channelReference));
    if (there !== undefined && !isOfCounted(order, there)) return true;
    const lost = lostDisputesOf(order).filter(
      (dispute) => dispute.channelReference === there?.channelReference,
    );
    return there?.state === 'lost' ? sumMinor(lost) === there.amount.amountMinor : lost.length === 0;
  }
  const byHand = refundsByHand.find(
    ({ channelReference }) => channelReference === (subject.channelReference ?? null),
  );
  if (byHand !== undefined) {
    if (isOfRefund(order, subject)) return false;
    const counted = order.refunds.find(
      ({ channelReference }) => channelReference === byHand.channelReference,
    );
    return (counted?.state === 'SUCCESS') === (byHand.state === 'succeeded');
  }
  if (subject.result !== 'succeeded') return false;
  const returnedMinor = returnedUnder(subject.refundId, books);
  return returnedMinor > 0 && returnedMinor === madeAtChannelOf(order, subject.refundId);
}
