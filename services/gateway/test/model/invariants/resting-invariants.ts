import { isDeepStrictEqual } from 'node:util';
import type { Money } from '@kassa/contracts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';
import type { LoggedEvent } from '../../../src/ports/logged-event.ts';
import { faultsOfBalance } from './balance-invariants.ts';
import {
  type ChannelBooks,
  type ChannelPayment,
  type ChannelRefund,
  type PaymentAtChannel,
  type RefundByHand,
  returnedUnder,
  type SecondRefund,
} from './channel-books.ts';
import { isCounted, isOfCounted, isUncountedReportAside } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import {
  attemptOf,
  automaticRefunds,
  isAlive,
  isEnded,
  isEverMade,
  isFoundMade,
  lostOf,
  madeAtChannelOf,
  madeOf,
  stateAtChannel,
  sumMinor,
} from './parts-of-order.ts';
import {
  isAmountAside,
  isOfRefund,
  isOutcomeAside,
  isRefundAside,
  isStanding,
  isUncollectedStanding,
} from './reports-aside.ts';
import { faultsOfSettledDispute } from './settled-disputes.ts';
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
  made: ChannelRefund,
  books: ChannelBooks,
): readonly Fault[] {
  const { refundId, result, amount } = made;
  const { forgotten } = books;
  const second = books.secondRefunds.find((refund) => refund.refundId === refundId);
  if (second !== undefined) return faultsOfSecondRefund(orders, made, second, books);
  const order = orders.find(({ refunds }) => refunds.some((refund) => refund.refundId === refundId));
  const state = order?.refunds.find((refund) => refund.refundId === refundId)?.state;
  const isSetAside = order !== undefined && result !== null && isRefundAside(order, made);
  const wanted = result === 'succeeded' ? 'SUCCESS' : 'FAILED';
  const isFound = order !== undefined && isFoundMade(order, refundId);
  const isRight = state === wanted || isSetAside || isFound || forgotten.has(refundId);
  const recordedMinor = order === undefined ? 0 : madeAtChannelOf(order, refundId);
  const isCounted = result !== 'succeeded' || recordedMinor === amount.amountMinor;
  const isReported = order !== undefined && isAmountAside(order, made);
  return faultsIf(
    [!isRight, `refund ${refundId} is ${state}, and the channel says ${result}`],
    [
      !isCounted && !isReported && !forgotten.has(refundId),
      `refund ${refundId} counts as ${recordedMinor} returned, not ${amount.amountMinor}, and nobody was told`,
    ],
  );
}

/**
 * Checks two refunds under one ID: the order counts what the channel has returned by both, or an operator has a case about
 * them, or settled one after the latest report. A report that money came back does not count if the order never counted any of
 * it.
 */
function faultsOfSecondRefund(
  orders: readonly PaymentOrder[],
  first: ChannelRefund,
  second: SecondRefund,
  books: ChannelBooks,
): readonly Fault[] {
  const { refundId } = first;
  const order = orders.find(({ refunds }) => refunds.some((refund) => refund.refundId === refundId));
  if (order === undefined || books.forgotten.has(refundId)) return [];
  const returnedMinor = returnedUnder(refundId, books);
  const recordedMinor = madeAtChannelOf(order, refundId);
  const moved = [first, second].filter(({ result }) => result === 'succeeded' || isEverMade(order, refundId));
  const latest = new Date(Math.max(...moved.map(({ movedAt }) => movedAt.getTime())));
  const isReported = order.quarantine.some(
    ({ subject }, index) =>
      subject?.kind === 'refund' && subject.refundId === refundId && isStanding(order, index, latest),
  );
  return faultsIf([
    recordedMinor !== returnedMinor && !isReported,
    `${returnedMinor} went back by two refunds under ${refundId}, ${recordedMinor} count, and nobody was told`,
  ]);
}

/** Checks that a refund made at the processor by hand is a refund of the order, or a case. */
function faultsOfRefundByHand(
  orders: readonly PaymentOrder[],
  { attemptId, payment, channelReference, amount, state, movedAt }: RefundByHand,
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
  const failure = { result: 'refund_failed', since: movedAt };
  if (state === 'failed' && isUncountedReportAside(order, [payment ?? ''], failure)) return [];
  const known = order.refunds.find((refund) => refund.channelReference === channelReference);
  const isAside = order.quarantine.some(
    ({ subject, reported, attemptId: about }, index) =>
      subject?.kind === 'refund' &&
      subject.result === state &&
      isStanding(order, index, movedAt) &&
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
        subject.result === 'succeeded' &&
        subject.channelReference === channelReference &&
        !isOfRefund(order, subject),
    );
  const wanted = state === 'succeeded' ? 'SUCCESS' : 'FAILED';
  const isRight =
    known === undefined
      ? state === 'failed'
      : stateAtChannel(known) === wanted && sumMinor([known]) === sumMinor([{ amount }]);
  return faultsIf([
    !isRight && !isAside,
    `${channelReference} was ${state} by hand, is ${known?.state ?? 'unknown'} here, and nobody was told`,
  ]).concat(faultsIf([isCountable, `${channelReference} was made by hand, fits, and does not count`]));
}

/** Whether an operator has a case about a refund by hand that was made, or settled one afterwards. */
function isByHandAside(order: PaymentOrder, { channelReference, movedAt }: RefundByHand): boolean {
  return order.quarantine.some(
    ({ subject }, index) =>
      subject?.kind === 'refund' &&
      subject.result === 'succeeded' &&
      subject.channelReference === channelReference &&
      isStanding(order, index, movedAt),
  );
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
  const returned = [...books.refunds, ...books.secondRefunds].filter(
    (refund) => isItsOwn(refund) && refund.result === 'succeeded',
  );
  const lost = books.disputes.filter((dispute) => isItsOwn(dispute) && dispute.state === 'lost');
  const byHand = books.refundsByHand.filter((refund) => isItsOwn(refund) && refund.state === 'succeeded');
  const outMinor = sumMinor(returned) + sumMinor(byHand) + sumMinor(lost);
  const isUnknown = [
    ...returned.map(({ refundId }) => refundId),
    ...byHand.map((it) => it.channelReference),
    ...lost.map((it) => it.channelReference),
  ].some((name) => books.forgotten.has(name));
  // Whether an operator has a case about the whole excess, or about a part that the order does not count.
  const isReported =
    leftOf(order, attemptId) < 0 ||
    returned.some((refund) => isRefundAside(order, refund)) ||
    byHand.some((refund) => isByHandAside(order, refund)) ||
    lost.some((dispute) => isOutcomeAside(order, dispute));
  return faultsIf([
    outMinor > amount.amountMinor && !isUnknown && !isReported,
    `${outMinor} of ${amount.amountMinor} of ${attemptId} went back, and nobody was told`,
  ]);
}

/**
 * Checks that an operator has a case about money that the channel could not collect, or settled it after the channel's latest
 * report: the channel can collect the money after all, and can fail again.
 */
function faultsOfCollection(
  order: PaymentOrder,
  { attemptId, uncollected: there }: ChannelPayment,
): readonly Fault[] {
  if (there === null) return [];
  const { uncollected } = attemptOf(order, attemptId) ?? {};
  const isReported = uncollected != null && isUncollectedStanding(order, attemptId, there.movedAt);
  const latest = there.isCollectedSince
    ? `collected ${attemptId} after all`
    : `could not collect ${attemptId}`;
  return faultsIf(
    [!isReported, `the channel ${latest}, and nobody was told`],
    [
      !there.isCollectedSince && uncollected?.isCollectedSince === true,
      `the channel could not collect ${attemptId} again, and its case says that it has the money`,
    ],
  );
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
  const unnoted = isUncounted ? [] : faultsOfCollection(order, payment);
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
