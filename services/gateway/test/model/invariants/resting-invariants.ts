import { isDeepStrictEqual } from 'node:util';
import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';
import { moneyMovesOf } from '../../../src/domain/settlement/money-moves.ts';
import type { LoggedEvent } from '../../../src/ports/logged-event.ts';
import { setAsideCaseId } from '../reports-set-aside.ts';
import {
  type ChannelBooks,
  type ChannelDispute,
  type ChannelPayment,
  type ChannelRefund,
  isOfDispute,
  type PaymentAtChannel,
  type RefundByHand,
} from './channel-books.ts';
import { isCounted, isOfCounted, isUncountedReportAside } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import {
  attemptOf,
  automaticRefunds,
  isAlive,
  isEnded,
  isFoundMade,
  lostDisputesOf,
  lostOf,
  madeAtChannelOf,
  madeOf,
  returnedByHandOf,
  sumMinor,
} from './parts-of-order.ts';
import { faultsOfUncountedPayments } from './uncounted-invariants.ts';

/** Checks the rules that hold once no work is due, everything is reachable, and the channel has made all its reports. */
export function faultsAtRest(
  orders: readonly PaymentOrder[],
  logged: readonly LoggedEvent[],
  books: ChannelBooks,
): readonly Fault[] {
  return [
    ...orders.flatMap(faultsOfRestingOrder),
    ...logged.flatMap(({ eventId, delivery }) =>
      faultsIf([delivery.state === 'pending', `event ${eventId} was neither delivered nor given up`]),
    ),
    ...books.payments.flatMap((payment) => faultsOfSettledPayment(orders, payment, books)),
    ...[...books.payments.filter(({ result }) => result === 'succeeded'), ...books.furtherPayments].flatMap(
      (payment) => faultsOfExcess(orders, payment, books),
    ),
    ...books.refunds.flatMap((refund) => faultsOfSettledRefund(orders, refund, books)),
    ...books.refundsByHand.flatMap((refund) => faultsOfRefundByHand(orders, refund, books)),
    ...books.disputes.flatMap((dispute) => faultsOfSettledDispute(orders, dispute, books)),
    ...faultsOfUncountedPayments(orders, books),
    ...faultsOfBalance(orders, books),
  ];
}

function faultsOfRestingOrder(order: PaymentOrder): readonly Fault[] {
  const name = `order ${order.merchantTransactionId}`;
  return faultsIf(
    [order.state === 'INIT' || order.state === 'PAYING', `${name} stays in ${order.state} for ever`],
    [order.outbox.length > 0, `${name} has events that never leave`],
    [
      order.refunds.some((refund) => !isEnded(refund) && !isLeftSettled(order, refund)),
      `${name} has a refund that never ends`,
    ],
    [order.attempts.some(isAlive), `${name} has an attempt that can be paid for ever`],
    [
      order.attempts.some(({ cancellation }) => cancellation),
      `${name} has an attempt that is never cancelled`,
    ],
  );
}

/** Whether an operator has settled the refund's case without concluding the refund, so that nobody knows its outcome. */
function isLeftSettled({ settledCases }: PaymentOrder, { refundId }: Refund): boolean {
  return settledCases.some(({ caseId }) => caseId === refundId);
}

/** Checks that a channel's report about a refund was applied, or was set aside because it contradicts the order. */
function faultsOfSettledRefund(
  orders: readonly PaymentOrder[],
  { refundId, result, amount }: ChannelRefund,
  { forgotten }: ChannelBooks,
): readonly Fault[] {
  const order = orders.find(({ refunds }) => refunds.some((refund) => refund.refundId === refundId));
  const state = order?.refunds.find((refund) => refund.refundId === refundId)?.state;
  const isSetAside = order !== undefined && result !== null && isReportAside(order, refundId, result);
  const wanted = result === 'succeeded' ? 'SUCCESS' : 'FAILED';
  const isFound = order !== undefined && isFoundMade(order, refundId);
  const isRight = state === wanted || isSetAside || isFound || forgotten.has(refundId);
  const recordedMinor = order === undefined ? 0 : madeAtChannelOf(order, refundId);
  const isCounted = result !== 'succeeded' || recordedMinor === amount.amountMinor;
  const isToldOf = order !== undefined && isAmountAside(order, refundId, amount.amountMinor);
  return faultsIf(
    [!isRight, `refund ${refundId} is ${state}, and the channel says ${result}`],
    [
      !isCounted && !isToldOf && !forgotten.has(refundId),
      `refund ${refundId} counts as ${recordedMinor} returned, not ${amount.amountMinor}, and nobody was told`,
    ],
  );
}

/** Checks that a refund made at the processor by hand is a refund of the order, or a case. */
function faultsOfRefundByHand(
  orders: readonly PaymentOrder[],
  { attemptId, payment, channelReference, amount, state }: RefundByHand,
  books: ChannelBooks,
): readonly Fault[] {
  const { forgotten, payments } = books;
  // The gateway hears nothing of a refund that has only begun. It cannot count a refund of a payment that it does not know of.
  if (state === 'pending' || forgotten.has(channelReference) || forgotten.has(attemptId)) return [];
  const order = orders.find((candidate) => attemptOf(candidate, attemptId));
  const attempt = order && attemptOf(order, attemptId);
  const isPaid =
    payment !== null || payments.some((each) => each.attemptId === attemptId && each.result === 'succeeded');
  if (attempt?.state !== 'SUCCEEDED' || !isPaid) return [];
  // The rules for payments that an order does not count are in `faultsOfUncountedPayments`.
  if (order === undefined || !isOfCounted(order, { attemptId, payment })) return [];
  // The report that it failed named only the payment, and came before the order counted the payment.
  if (state === 'failed' && isUncountedReportAside(order, [payment ?? ''], 'refund_failed')) return [];
  const known = order.refunds.find((refund) => refund.channelReference === channelReference);
  const isAside = order.quarantine.some(
    ({ subject, reported, attemptId: about }) =>
      subject?.kind === 'refund' &&
      // It can be a refund that an operator found not made, if the amounts are equal.
      (subject.channelReference === channelReference ||
        (about === attemptId && isDeepStrictEqual(reported, amount))),
  );
  const isCountable =
    known === undefined &&
    state === 'succeeded' &&
    sumMinor([{ amount }]) <= leftOf(order, attemptId) &&
    order.quarantine.some(
      ({ subject }) =>
        subject?.kind === 'refund' &&
        subject.channelReference === channelReference &&
        !isOfRefund(order, subject),
    );
  const wanted = state === 'succeeded' ? 'SUCCESS' : 'FAILED';
  const isRight =
    known === undefined
      ? state === 'failed'
      : known.state === wanted && sumMinor([known]) === sumMinor([{ amount }]);
  return faultsIf([
    !isRight && !isAside,
    `${channelReference} was ${state} by hand, is ${known?.state ?? 'unknown'} here, and nobody was told`,
  ]).concat(faultsIf([isCountable, `${channelReference} was made by hand, fits, and does not count`]));
}

/** Whether a report may be about a refund that the order knows, so that an operator has to find out. */
function isOfRefund({ refunds }: PaymentOrder, { refundId }: { readonly refundId: string }): boolean {
  return refunds.some((refund) => refund.refundId === refundId);
}

/** How much of a payment has not gone back, as far as the order knows. */
function leftOf(order: PaymentOrder, attemptId: string): number {
  const isOfOrder = attemptId === order.paidByAttemptId;
  const returned = automaticRefunds(order).filter(
    (refund) => refund.attemptId === attemptId && refund.state === 'SUCCESS',
  );
  return order.amount.amountMinor - (isOfOrder ? madeOf(order) + lostOf(order) : sumMinor(returned));
}

/** Checks that no payment returned more than it brought in, unless an operator has a case about that. */
function faultsOfExcess(
  orders: readonly PaymentOrder[],
  { attemptId, reference, amount }: PaymentAtChannel & { readonly amount: Money },
  books: ChannelBooks,
): readonly Fault[] {
  const order = orders.find((candidate) => attemptOf(candidate, attemptId));
  if (order === undefined || !isCounted(order, { attemptId, reference })) return [];
  const isItsOwn = (part: { readonly attemptId: string; readonly payment: string | null }) =>
    part.attemptId === attemptId && part.payment === reference;
  const returned = books.refunds.filter((refund) => isItsOwn(refund) && refund.result === 'succeeded');
  const lost = books.disputes.filter((dispute) => isItsOwn(dispute) && dispute.state === 'lost');
  const outMinor = sumMinor(returned) + sumMinor(lost);
  const isUnknown = [
    ...returned.map(({ refundId }) => refundId),
    ...lost.map((it) => it.channelReference),
  ].some((name) => books.forgotten.has(name));
  // Whether an operator has a case about the whole excess, or about a part that the order does not count.
  const isToldOf =
    (order.paidByAttemptId === attemptId && madeOf(order) + lostOf(order) > order.amount.amountMinor) ||
    returned.some(({ refundId }) => isReportAside(order, refundId, 'succeeded')) ||
    lost.some((dispute) => isOutcomeAside(order, dispute));
  return faultsIf([
    outMinor > amount.amountMinor && !isUnknown && !isToldOf,
    `${outMinor} of ${amount.amountMinor} of ${attemptId} went back, and nobody was told`,
  ]);
}

function faultsOfSettledPayment(
  orders: readonly PaymentOrder[],
  payment: ChannelPayment,
  { forgotten, furtherPayments }: ChannelBooks,
): readonly Fault[] {
  const order = orders.find((candidate) => attemptOf(candidate, payment.attemptId));
  const attempt = order && attemptOf(order, payment.attemptId);
  if (order === undefined || attempt === undefined) return [];
  if (forgotten.has(payment.attemptId)) return [];
  const isUncounted = !isCounted(order, payment);
  const unnoted = faultsIf([
    payment.isUncollected && attempt.uncollected === null && !isUncounted,
    `the channel could not collect ${payment.attemptId}, and nobody was told`,
  ]);
  // The channel did not say what became of the attempt, so an operator has a case.
  if (attempt.unresolvedSince !== null) return unnoted;
  return [
    ...unnoted,
    ...faultsIf(
      [
        payment.result === 'succeeded' && attempt.state !== 'SUCCEEDED',
        `the channel has the money of ${payment.attemptId}, which is ${attempt.state}`,
      ],
      [
        payment.result === 'mismatched' &&
          !order.quarantine.some(({ attemptId, subject }) => !subject && attemptId === payment.attemptId),
        `the channel took a wrong amount for ${payment.attemptId}, and nobody was told`,
      ],
      [
        // After a decline, the consumer can retry until the payment is cancelled.
        (payment.result === null || payment.result === 'failed') &&
          attempt.opening !== null &&
          // A channel that takes several payments for an attempt cannot cancel any of them: they end by themselves.
          !furtherPayments.some(({ attemptId }) => attemptId === payment.attemptId),
        `payment ${payment.attemptId} can still be made at the channel`,
      ],
    ),
  ];
}

function faultsOfSettledDispute(
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
 * Whether an operator has concluded a dispute although the order knew that it had been opened again. The channel reports its outcome
 * nevertheless.
 */
function isReopeningConcluded(
  { dispute, wonDisputes, lostDisputes }: PaymentOrder,
  { channelReference, state, stage, toldAt }: ChannelDispute,
): boolean {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])].some((known) => {
    const isObjectionKnown = stage !== undefined && known.stage === stage;
    const isTold = toldAt !== undefined && known.toldAt !== undefined && known.toldAt >= toldAt;
    const isConcluded = known.channelReference === channelReference && known.isFoundByOperator === true;
    return state === 'opened' && isConcluded && (isObjectionKnown || isTold);
  });
}

/**
 * Whether an operator has a case about what the channel last said of a dispute. If the gateway took a win over a part for the whole,
 * the later report that the bank took more is the case.
 */
function isOutcomeAside(
  order: PaymentOrder,
  { channelReference, events, told, state }: ChannelDispute,
): boolean {
  const isPartTaken =
    told !== state &&
    order.quarantine.some(
      ({ subject }) =>
        subject?.kind === 'dispute' &&
        subject.channelReference === channelReference &&
        subject.result === 'opened' &&
        subject.isAfterOutcome === true,
    );
  return isPartTaken || [channelReference, ...events].some((name) => isReportAside(order, name, told));
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

/** Whether an operator has a case about the channel's report of the present result. */
function isReportAside({ quarantine }: PaymentOrder, name: string, result: string): boolean {
  return quarantine.some(
    ({ subject }) =>
      subject?.result === result &&
      (subject.kind === 'refund' ? subject.refundId : subject.channelReference) === name,
  );
}

/** Whether an operator has a case about the channel's report of the returned amount. */
function isAmountAside({ quarantine }: PaymentOrder, refundId: string, amountMinor: number): boolean {
  return quarantine.some(
    ({ subject, reported }) =>
      subject?.kind === 'refund' &&
      subject.refundId === refundId &&
      subject.result === 'succeeded' &&
      reported.amountMinor === amountMinor,
  );
}

/** Whether the order counts what a set-aside report says, because an operator has recorded it since. */
function isCountedSince(
  order: PaymentOrder,
  { attemptId, subject, paymentReference }: PaymentOrder['quarantine'][number],
  { refunds, refundsByHand, disputes }: Pick<ChannelBooks, 'refunds' | 'refundsByHand' | 'disputes'>,
): boolean {
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
  const made = refunds.find(({ refundId }) => refundId === subject.refundId);
  return made?.result === 'succeeded' && made.amount.amountMinor === madeAtChannelOf(order, subject.refundId);
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

/**
 * Checks that the net money at the channel equals the settlement report of each order: the paid amount less what was returned.
 *
 * Some orders are skipped, because nobody knows the truth about them: those with forgotten reports, or with set-aside reports
 * that no operator has recorded since. Money that an operator returned outside the channel is only in the settlement report.
 */
function faultsOfBalance(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  return orders.flatMap((order) => {
    const attemptIds = new Set(order.attempts.map(({ attemptId }) => attemptId));
    const isItsOwn = (part: { readonly attemptId: string; readonly payment: string | null }) =>
      attemptIds.has(part.attemptId) && isOfCounted(order, part);
    const payments = [
      ...books.payments.filter(({ result }) => result === 'succeeded'),
      ...books.furtherPayments,
    ].filter((payment) => attemptIds.has(payment.attemptId) && isCounted(order, payment));
    const refunds = books.refunds.filter(isItsOwn);
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
      sumMinor(disputes.filter(({ state }) => state === 'lost'));
    const reported = moneyMovesOf(order).reduce((sum, { signedMinor }) => sum + signedMinor, 0);
    const name = order.merchantTransactionId;
    return faultsIf([
      atChannel - returnedByHandOf(order) !== reported,
      `the channel holds ${atChannel} of order ${name}, and its settlement says ${reported}`,
    ]);
  });
}
