import type { PaymentAttempt } from '../../../src/domain/attempt/payment-attempt.ts';
import type { Dispute } from '../../../src/domain/dispute/dispute.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { Difference } from '../../../src/domain/reconciliation/reconciliation.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';
import {
  type ChannelBooks,
  type ChannelDispute,
  type ChannelPayment,
  type ChannelRefund,
  type FurtherChannelPayment,
  type RefundByHand,
  returnedUnder,
  type SecondRefund,
} from './channel-books.ts';
import { isCounted } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import {
  isAlive,
  isEnded,
  madeAtChannelOf,
  stateAtChannel,
  sumMinor,
  writtenOffOf,
} from './parts-of-order.ts';

/** Both sides' entries for one object. */
interface Entry<There> {
  readonly there: There;
  readonly order: PaymentOrder;
}

interface Comparisons {
  readonly isMute: boolean;
  /** Whether these were the last comparisons of the days, in which what is still pending counts as a difference. */
  readonly isLastLook: boolean;
  readonly found: readonly Difference[];
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Checks the comparisons of all days on which money moved. They must find every difference between the books, and nothing else.
 * They may miss what a channel that cannot be asked booked long before, but only if the search says that it reached its limit.
 */
export function faultsOfComparison(
  orders: readonly PaymentOrder[],
  books: ChannelBooks,
  { isMute, isLastLook, found }: Comparisons,
): readonly Fault[] {
  const isOfSecond = (name: string) => books.secondRefunds.some(({ refundId }) => name.includes(refundId));
  const wanted = new Set(disagreements(orders, books, isLastLook).filter((name) => !isOfSecond(name)));
  const unread = found.filter(({ detail }) => detail?.includes('a search ends after 20 statements'));
  const far = new Set(isMute ? bookedFarAway(orders, books) : []);
  const excused = new Set(unread.map(nameOf).filter((name) => far.has(name)));
  const told = new Set(found.map(nameOf).filter((name) => !isOfSecond(name)));
  return [
    ...books.secondRefunds.flatMap((second) => faultsOfSecond(orders, second, { books, found })),
    ...[...wanted].flatMap((name) =>
      faultsIf([!told.has(name), `no comparison tells of the difference ${name}`]),
    ),
    ...[...told].flatMap((name) =>
      faultsIf([!wanted.has(name) && !excused.has(name), `a comparison tells of a difference: ${name}`]),
    ),
  ];
}

/**
 * Checks that the comparisons tell of a second refund under one ID which the order does not count. They may tell of it in any
 * way: which of the two lines is compared with the order's refund depends on the days.
 */
function faultsOfSecond(
  orders: readonly PaymentOrder[],
  { refundId }: SecondRefund,
  { books, found }: { readonly books: ChannelBooks; readonly found: readonly Difference[] },
): readonly Fault[] {
  const order = orders.find(({ refunds }) => refunds.some((refund) => refund.refundId === refundId));
  const counted = order === undefined ? 0 : madeAtChannelOf(order, refundId);
  const isReported = found.some((difference) => nameOf(difference).includes(refundId));
  return faultsIf([
    counted > 0 && counted < returnedUnder(refundId, books) && !isReported,
    `no comparison tells that the channel made ${refundId} twice`,
  ]);
}

function nameOf({ kind, subject, reference, channelReference }: Difference): string {
  const isNamedByChannel = subject === 'dispute' || kind === 'missing_here';
  return `${kind} ${subject} ${isNamedByChannel ? channelReference : reference}`;
}

function disagreements(
  orders: readonly PaymentOrder[],
  books: ChannelBooks,
  isLastLook: boolean,
): readonly string[] {
  const { payments: ownPayments, others } = paymentsByMeaning(orders, books);
  const [payments, refunds] = [entriesOf(orders, ownPayments), entriesOf(orders, books.refunds)];
  const disputes = entriesOf(orders, books.disputes);
  return [
    ...payments.flatMap(paymentDisagreement),
    ...others.map(({ reference }) => `missing_here payment ${reference}`),
    ...refunds.flatMap(refundDisagreement),
    ...disputes.flatMap(disputeDisagreement),
    ...entriesOf(orders, books.refundsByHand).flatMap(byHandDisagreement),
    ...(isLastLook ? payments.flatMap(latePayment) : []),
    ...(isLastLook ? refunds.flatMap(lateRefund) : []),
    ...(isLastLook ? disputes.flatMap(lateDispute) : []),
  ];
}

/**
 * Finds out which payments of the channel are compared with the gateway's payments. They are the ones that the orders count. If
 * an order counts no payment of an attempt, it is the first that moved money on a day. All others are missing here.
 */
function paymentsByMeaning(
  orders: readonly PaymentOrder[],
  books: ChannelBooks,
): { readonly payments: readonly ChannelPayment[]; readonly others: readonly ChannelPayment[] } {
  const all = [
    ...books.payments,
    ...books.furtherPayments.map(
      (further): ChannelPayment => ({
        ...further,
        charges: 1,
        isSubmitted: true,
        result: isWhole(orders, further) ? 'succeeded' : 'mismatched',
        isUntold: false,
      }),
    ),
  ];
  const isMoney = ({ result }: ChannelPayment) => result === 'succeeded' || result === 'mismatched';
  const isCompared = (payment: ChannelPayment) => {
    const [order] = entriesOf(orders, [payment]).map((entry) => entry.order);
    if (order === undefined) return false;
    if (attemptIn(order, payment.attemptId).paymentReference !== null) return isCounted(order, payment);
    const sameDay = all.filter(
      (other) => other.attemptId === payment.attemptId && isMoney(other) && isSameDay(other, payment),
    );
    return isMoney(payment) ? sameDay[0] === payment : sameDay.length === 0;
  };
  return {
    payments: all.filter(isCompared),
    others: all.filter((payment) => isMoney(payment) && !isCompared(payment)),
  };
}

function isWhole(orders: readonly PaymentOrder[], further: FurtherChannelPayment): boolean {
  const [entry] = entriesOf(orders, [further]);
  return entry?.order.amount.amountMinor === further.amount.amountMinor;
}

function isSameDay(one: { readonly movedAt: Date }, other: { readonly movedAt: Date }): boolean {
  return dayNumber(one.movedAt) === dayNumber(other.movedAt);
}

function dayNumber(moment: Date | null): number {
  return Math.floor((moment?.getTime() ?? 0) / DAY_MS);
}

/** The differences of a payment that is still pending after a week: only one of the two books has its money. */
function latePayment({ there, order }: Entry<ChannelPayment>): readonly string[] {
  const { attemptId, result, isSubmitted } = there;
  const attempt = attemptIn(order, attemptId);
  if (isAlive(attempt) && result === 'succeeded') return [`state payment ${attemptId}`];
  const isCounted = attempt.state === 'SUCCEEDED' && result === null && isSubmitted;
  return isCounted ? [`missing_there payment ${attemptId}`] : [];
}

/**
 * The differences of a refund that is still pending after a week. One of them: the amount can be refunded again, while the
 * channel can still make the refund.
 */
function lateRefund({ there, order }: Entry<ChannelRefund>): readonly string[] {
  const { refundId, result, amount } = there;
  const refund = refundIn(order, refundId);
  if (!isEnded(refund)) {
    const isMade = result === 'succeeded' && amount.amountMinor === refund.amount.amountMinor;
    return isMade ? [`state refund ${refundId}`] : [];
  }
  if (result !== null) return [];
  const madeMinor = madeAtChannelOf(order, refundId);
  if (madeMinor > 0 && madeMinor !== amount.amountMinor) return [`amount refund ${refundId}`];
  return [madeMinor > 0 ? `missing_there refund ${refundId}` : `state refund ${refundId}`];
}

function lateDispute({ there, order }: Entry<ChannelDispute>): readonly string[] {
  const { channelReference, state } = there;
  const isAwaited = order.dispute?.channelReference === channelReference && order.dispute.state === 'opened';
  if (isAwaited && state === 'lost') return [`state dispute ${channelReference}`];
  return isOpenedAgain(order, there) ? [`amount dispute ${channelReference}`] : [];
}

function paymentDisagreement({ there, order }: Entry<ChannelPayment>): readonly string[] {
  const { attemptId, result, isSubmitted } = there;
  if (result === null) return [];
  const attempt = attemptIn(order, attemptId);
  const isMoneyThere = result === 'succeeded' || result === 'mismatched';
  if (isAlive(attempt)) return result === 'mismatched' ? [`amount payment ${attemptId}`] : [];
  const lostMinor = writtenOffOf(order, attemptId);
  const isMoneyHere = attempt.state === 'SUCCEEDED' && lostMinor < order.amount.amountMinor;
  if (isMoneyHere && (result === 'mismatched' || (isMoneyThere && lostMinor > 0)))
    return [`amount payment ${attemptId}`];
  const isDifferent = isMoneyHere !== isMoneyThere && (isSubmitted || isMoneyThere || isMoneyHere);
  return isDifferent ? [`state payment ${attemptId}`] : [];
}

function refundDisagreement({ there, order }: Entry<ChannelRefund>): readonly string[] {
  const { refundId, result, amount } = there;
  const refund = refundIn(order, refundId);
  const isMoney = result === 'succeeded';
  if (result === null) return [];
  if (!isEnded(refund)) {
    return isMoney && amount.amountMinor !== refund.amount.amountMinor ? [`amount refund ${refundId}`] : [];
  }
  // The channel's books do not contain what an operator returned outside the channel.
  const isMadeHere = madeAtChannelOf(order, refundId) > 0;
  if (isMadeHere && isMoney && madeAtChannelOf(order, refundId) !== amount.amountMinor) {
    return [`amount refund ${refundId}`];
  }
  if (isMadeHere === isMoney || isMadeAgainSoon(refund, there)) return [];
  return [`state refund ${refundId}`];
}

/**
 * Whether the channel made a refund again within a day after it had taken it back. The comparison takes the line of such a refund
 * for the one from before the money came back.
 */
function isMadeAgainSoon(
  { state, reversal }: Refund,
  { amount, movedAt }: Pick<ChannelRefund, 'amount' | 'movedAt'>,
): boolean {
  if (state !== 'FAILED' || reversal === undefined) return false;
  const { toldAt, reversedAt, amount: back } = reversal;
  const isSoon = movedAt.getTime() <= (toldAt ?? reversedAt).getTime() + DAY_MS;
  return isSoon && amount.amountMinor === back.amountMinor;
}

/** A refund that somebody made at the processor is missing here if the order does not count it, or counts it as failed. */
function byHandDisagreement({ there, order }: Entry<RefundByHand>): readonly string[] {
  const { channelReference, state } = there;
  const known = order.refunds.find((refund) => refund.channelReference === channelReference);
  if (known === undefined) return state === 'failed' ? [] : [`missing_here refund ${channelReference}`];
  const isSame = (stateAtChannel(known) === 'SUCCESS') === (state === 'succeeded');
  return isSame || isMadeAgainSoon(known, there) ? [] : [`state refund ${there.attemptId}`];
}

function disputeDisagreement({ there, order }: Entry<ChannelDispute>): readonly string[] {
  const { channelReference, state } = there;
  const isWithdrawn = state !== 'won';
  const known = recordsOf(order, there);
  const own = known.some((dispute) => dispute.state === 'lost') ? 'lost' : known.at(-1)?.state;
  if (own !== undefined) {
    if (isOpenedAgain(order, there) || isAllBack(order, there, own)) return [];
    if (heldMinor(order, there) !== there.amount.amountMinor) return [`amount dispute ${channelReference}`];
    // If only the channel has an outcome, the gateway still waits for it, and there is no difference.
    const isAwaited = own === 'opened' && state !== 'opened';
    return isAwaited || (own !== 'won') === isWithdrawn ? [] : [`state dispute ${channelReference}`];
  }
  const isSetAside = order.quarantine.some(
    ({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference,
  );
  if (isSetAside) return isWithdrawn ? [`state dispute ${channelReference}`] : [];
  return [`missing_here dispute ${channelReference}`];
}

/**
 * Whether the bank has opened a dispute again, of which it had given back a part. The channel's books then show the amount
 * disputed at first, and the gateway waits for a later line.
 */
function isOpenedAgain(order: PaymentOrder, there: ChannelDispute): boolean {
  const known = recordsOf(order, there);
  const [first] = known;
  const openedOver = first?.openingAmount ?? first?.amount;
  return (
    there.state === 'opened' &&
    known.some(({ state }) => state === 'lost') &&
    heldMinor(order, there) !== there.amount.amountMinor &&
    openedOver?.amountMinor === there.amount.amountMinor
  );
}

/**
 * Whether the bank has given back at least what the gateway recorded of a dispute. If the gateway first learned of the dispute
 * when the bank kept a part, it does not know the amount that was disputed at first.
 */
function isAllBack(order: PaymentOrder, there: ChannelDispute, own: Dispute['state']): boolean {
  return own === 'won' && there.state === 'won' && heldMinor(order, there) <= there.amount.amountMinor;
}

/** Returns all records of a dispute in its order, the earliest first. An operator can record a further loss by it. */
function recordsOf(
  { dispute, wonDisputes, lostDisputes }: PaymentOrder,
  { channelReference }: ChannelDispute,
): readonly Dispute[] {
  return [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])].filter(
    (known) => known.channelReference === channelReference,
  );
}

/**
 * Returns how much the bank took for a dispute according to the gateway: the sum of its losses or, without a loss, the disputed
 * amount.
 */
function heldMinor(order: PaymentOrder, there: ChannelDispute): number {
  const known = recordsOf(order, there);
  const lost = known.filter(({ state }) => state === 'lost');
  return lost.length > 0 ? sumMinor(lost) : (known[0]?.amount.amountMinor ?? 0);
}

/**
 * Within this distance in days, a search always finds an entry. It reads twenty periods of three days, for all entries of the
 * compared day together.
 */
const SEARCHED_DAYS = 20;

function bookedFarAway(orders: readonly PaymentOrder[], books: ChannelBooks): readonly string[] {
  // A line of a dispute that the bank has opened again can wait for a later line for ever, and uses up the search.
  const isUsedUp = entriesOf(orders, books.disputes).some(
    ({ there, order }) =>
      there.state === 'opened' && recordsOf(order, there).some(({ state }) => state !== 'opened'),
  );
  const searchedDays = isUsedUp ? 1 : SEARCHED_DAYS;
  const isFarApart = (here: Date | null, there: Date) => {
    return Math.abs(dayNumber(here) - dayNumber(there)) > searchedDays;
  };
  return [
    ...entriesOf(orders, [...books.payments, ...books.furtherPayments]).flatMap(({ there, order }) => {
      if (!isCounted(order, there)) return [];
      const { endedAt } = attemptIn(order, there.attemptId);
      return isFarApart(endedAt, there.movedAt) ? [`missing_there payment ${there.attemptId}`] : [];
    }),
    ...entriesOf(orders, books.refunds).flatMap(({ there, order }) => {
      const parts = partsOf(order, there.refundId);
      const isFar = parts.some(({ completedAt }) => isFarApart(completedAt, there.movedAt));
      // A search reads the books before the compared day first. If the refund began long before, they can use up its limit, so
      // that the search does not reach what the channel returned later.
      const isBeyond = parts.some(
        ({ createdAt, completedAt }) =>
          isFarApart(completedAt, createdAt) && dayNumber(there.movedAt) > dayNumber(completedAt) + 1,
      );
      return isFar || isBeyond ? [`missing_there refund ${there.refundId}`] : [];
    }),
    ...entriesOf(orders, books.refundsByHand).flatMap(({ there, order }) => {
      const known = order.refunds.find(({ channelReference }) => channelReference === there.channelReference);
      const isFar = known !== undefined && isFarApart(known.completedAt, there.movedAt);
      return isFar ? [`missing_there refund ${there.attemptId}`] : [];
    }),
    ...entriesOf(orders, books.disputes).flatMap(({ there, order }) => {
      const { channelReference, movedAt } = there;
      // If a dispute was opened before its payment was known, its money counts from the payment on. The day on which a loss was
      // corrected has a line too.
      const isFar = recordsOf(order, there).some(({ openedAt, resolvedAt, givenBack = [] }) =>
        [openedAt, order.paidAt, resolvedAt ?? openedAt, ...givenBack.map(({ at }) => at)].some((here) =>
          isFarApart(here, movedAt),
        ),
      );
      return isFar ? [`missing_there dispute ${channelReference}`] : [];
    }),
  ];
}

function entriesOf<There extends { readonly attemptId: string }>(
  orders: readonly PaymentOrder[],
  parts: readonly There[],
): readonly Entry<There>[] {
  return parts.flatMap((there) => {
    const order = orders.find(({ attempts }) =>
      attempts.some(({ attemptId }) => attemptId === there.attemptId),
    );
    return order === undefined ? [] : [{ there, order }];
  });
}

function attemptIn({ attempts }: PaymentOrder, attemptId: string): PaymentAttempt {
  return attempts.find((attempt) => attempt.attemptId === attemptId) as PaymentAttempt;
}

/** Returns a refund and the records of what the channel returned beyond it. */
function partsOf({ refunds }: PaymentOrder, id: string): readonly Refund[] {
  return refunds.filter(
    ({ refundId, correctsRefundId, isMadeByHand }) => (correctsRefundId ?? refundId) === id && !isMadeByHand,
  );
}

function refundIn({ refunds }: PaymentOrder, refundId: string): Refund {
  return refunds.find((refund) => refund.refundId === refundId) as Refund;
}
