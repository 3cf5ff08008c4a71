import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { setAsideCaseId } from '../reports-set-aside.ts';
import { type ChannelBooks, type ChannelDispute, isOfDispute } from './channel-books.ts';
import { isOfCounted } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import { attemptOf, madeOf } from './parts-of-order.ts';
import { isOutcomeAside, isReportAside } from './reports-aside.ts';

export function faultsOfSettledDispute(
  orders: readonly PaymentOrder[],
  dispute: ChannelDispute,
  { forgotten }: ChannelBooks,
): readonly Fault[] {
  if (forgotten.has(dispute.channelReference)) return [];
  const order = orders.find((candidate) => attemptOf(candidate, dispute.attemptId));
  // The rules for payments that an order does not count are in `faultsOfUncountedPayments`.
  if (order !== undefined && !isOfCounted(order, dispute)) return [];
  const { channelReference, state } = dispute;
  // Nobody asks about the dispute of an order that has ended unpaid.
  const isFollowed =
    order?.paidAt != null &&
    [...order.lostDisputes, order.dispute].some(
      (known) => known?.channelReference === channelReference && known.state === state,
    );
  const isSetAside =
    order !== undefined &&
    isOutcomeAside(order, dispute) &&
    !(state === 'lost' && isSettledTooEarly(order, dispute));
  // A won dispute made room for another.
  const isPast = state === 'won' && order !== undefined && isWonBefore(order, channelReference);
  const isEndedByMistake = order !== undefined && isReopeningConcluded(order, dispute);
  return faultsIf(
    [
      !isFollowed && !isSetAside && !isPast && !isEndedByMistake,
      `dispute ${channelReference} is ${state} at the channel and ${order?.dispute?.state ?? 'unknown'} here`,
    ],
    [
      !isFollowed && !isPast && order !== undefined && mustBeFollowed(order, dispute),
      `dispute ${channelReference} of order ${order?.merchantTransactionId} was set aside without need`,
    ],
  );
}

/**
 * Whether an operator has concluded a dispute although the order knew that it had been opened again. The channel reports its
 * outcome nevertheless.
 */
function isReopeningConcluded(
  { dispute, wonDisputes, lostDisputes }: PaymentOrder,
  { channelReference, state, stage, toldAt }: ChannelDispute,
): boolean {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])].some((known) => {
    const isObjectionKnown = stage !== undefined && known.stage === stage;
    const isReported = toldAt !== undefined && known.toldAt !== undefined && known.toldAt >= toldAt;
    const isConcluded = known.channelReference === channelReference && known.isFoundByOperator === true;
    return state === 'opened' && isConcluded && (isObjectionKnown || isReported);
  });
}

/**
 * Whether an operator settled all cases about a dispute before the disputed money, which paid the order, was known to have
 * arrived.
 */
function isSettledTooEarly(order: PaymentOrder, dispute: ChannelDispute): boolean {
  const { paidAt, paidByAttemptId, quarantine, settledCases } = order;
  if (paidByAttemptId !== dispute.attemptId || paidAt === null) return false;
  return quarantine.every(({ subject }, index) => {
    const isAbout = subject?.kind === 'dispute' && isOfDispute(dispute, subject.channelReference);
    const settled = settledCases.findLast(({ caseId }) => caseId === setAsideCaseId(order, index));
    return !isAbout || (settled !== undefined && settled.at < paidAt);
  });
}

function isWonBefore({ wonDisputes }: PaymentOrder, reference: string): boolean {
  return wonDisputes.some(({ channelReference }) => channelReference === reference);
}

/**
 * Whether the order must follow this dispute: the dispute is over the money that paid the order, that money was not fully
 * returned, and the order has no other dispute.
 */
function mustBeFollowed(
  order: PaymentOrder,
  { attemptId, channelReference, state }: ChannelDispute,
): boolean {
  return (
    state !== 'won' &&
    order.paidByAttemptId === attemptId &&
    order.dispute === null &&
    !isWonBefore(order, channelReference) &&
    // An appeal becomes a case, also if the win was set aside because the order had ended unpaid.
    !isReportAside(order, channelReference, 'won') &&
    madeOf(order) < order.amount.amountMinor
  );
}
