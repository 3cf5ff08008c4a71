import { isDeepStrictEqual } from 'node:util';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { ChannelBooks } from './channel-books.ts';
import { isOfCounted, namedPayments } from './counted-payments.ts';
import { type Fault, faultsIf } from './faults.ts';
import { attemptOf, madeAtChannelOf, merchantRefunds, sumMinor } from './parts-of-order.ts';

/** Checks the channel's money across all orders. These rules hold at every moment. */
export function faultsOfMoney(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  const faults: Fault[] = [];
  for (const payment of books.payments) {
    const order = orders.find((candidate) => attemptOf(candidate, payment.attemptId));
    const attempt = order && attemptOf(order, payment.attemptId);
    if (order === undefined || attempt === undefined) {
      faults.push(`the channel has a payment ${payment.attemptId} that no order knows of`);
      continue;
    }
    const back = sumMinor(
      [...books.refunds, ...books.secondRefunds].filter(
        (refund) =>
          refund.attemptId === payment.attemptId &&
          refund.payment === payment.reference &&
          refund.result === 'succeeded',
      ),
    );
    const hasMoney =
      payment.reference === null
        ? payment.result === 'succeeded'
        : namedPayments(books).some(({ reference }) => reference === attempt.paymentReference);
    faults.push(
      ...faultsIf(
        [!isDeepStrictEqual(payment.amount, order.amount), `payment ${payment.attemptId} has another amount`],
        [
          payment.channelId !== attempt.channelId,
          `payment ${payment.attemptId} is at ${payment.channelId}, and the attempt at ${attempt.channelId}`,
        ],
        [
          payment.charges > 0 && attempt.channelFault?.startsWith('opening') === true,
          `payment ${payment.attemptId} was charged, and another channel took its place`,
        ],
        [payment.charges > 1, `payment ${payment.attemptId} was submitted ${payment.charges} times`],
        [back > payment.amount.amountMinor, `more than it was went back of payment ${payment.attemptId}`],
        [
          attempt.state === 'SUCCEEDED' && !hasMoney,
          `attempt ${attempt.attemptId} counts as paid, and the channel has no money`,
        ],
      ),
    );
  }
  for (const made of books.refunds) {
    const refund = orders
      .flatMap(({ refunds }) => refunds)
      .find(({ refundId }) => refundId === made.refundId);
    if (refund === undefined) {
      faults.push(`the channel has a refund ${made.refundId} that no order knows of`);
      continue;
    }
    const { amountMinor, currency } = refund.requestedAmount ?? refund.amount;
    const returned = { currency, amountMinor: amountMinor + made.moreMinor };
    const fits = made.attemptId === refund.attemptId && isDeepStrictEqual(made.amount, returned);
    const order = orders.find(({ refunds }) => refunds.includes(refund));
    const recordedMinor = order === undefined ? 0 : madeAtChannelOf(order, made.refundId);
    const second = books.secondRefunds.filter(({ refundId }) => refundId === made.refundId);
    faults.push(
      ...faultsIf(
        [!fits, `refund ${made.refundId} is another at the channel`],
        [
          recordedMinor > made.amount.amountMinor + sumMinor(second),
          `refund ${made.refundId} counts as ${recordedMinor} returned, and the channel returned less`,
        ],
        [refund.state === 'INITIALISED', `refund ${made.refundId} was sent without a note that it is`],
        [refund.state === 'CANCELLED', `refund ${made.refundId} was withdrawn and is at the channel`],
        [
          refund.state === 'FAILED' &&
            made.result !== 'failed' &&
            !made.isMadeAgain &&
            // The report that money came back does not say of which of the two refunds.
            second.length === 0 &&
            !isSetAside(orders, made.refundId),
          `refund ${made.refundId} counts as failed, and the channel says ${made.result ?? 'nothing yet'}`,
        ],
      ),
    );
  }
  for (const {
    refundId,
    attemptId,
    state,
    channelReference,
    isMadeByHand,
    isMadeAtProcessor,
    correctsRefundId,
  } of orders.flatMap(({ refunds }) => refunds)) {
    if (isMadeAtProcessor) {
      const isByHand = books.refundsByHand.some(
        (refund) =>
          refund.channelReference === channelReference &&
          refund.attemptId === attemptId &&
          orders.some((order) => attemptOf(order, attemptId) && isOfCounted(order, refund)),
      );
      faults.push(...faultsIf([!isByHand, `refund ${refundId} counts as made by hand, and nobody made it`]));
      continue;
    }
    // Leave out refunds that correct another refund. Their amounts are compared together with that other refund.
    if (isMadeByHand || correctsRefundId !== undefined) continue;
    const made = [...books.secondRefunds, ...books.refunds].find((refund) => refund.refundId === refundId);
    // If the money of a refund came back, the channel reports the refund as failed, perhaps only later.
    if (state === 'SUCCESS' && made?.result !== 'succeeded' && made?.result !== 'failed') {
      faults.push(`refund ${refundId} counts as made, and the channel returned nothing`);
    }
  }
  return [...faults, ...faultsOfDisputedPayments(orders, books), ...faultsOfNumbers(orders)];
}

/** Checks that each dispute counts against the payment that the channel says. */
function faultsOfDisputedPayments(
  orders: readonly PaymentOrder[],
  { disputes }: ChannelBooks,
): readonly Fault[] {
  return orders.flatMap((order) => {
    const { dispute, wonDisputes, lostDisputes } = order;
    const followed = [...wonDisputes, ...lostDisputes, ...(dispute === null ? [] : [dispute])];
    // A payment that was never collected is lost without a dispute at the channel.
    const disputed = followed.filter(({ isUncollected }) => !isUncollected);
    return disputed.flatMap(({ channelReference, attemptId }) => {
      const there = disputes.find((known) => known.channelReference === channelReference);
      return faultsIf([
        there?.attemptId !== attemptId || !isOfCounted(order, there),
        `dispute ${channelReference} counts against ${attemptId}, and is over ${there?.payment ?? there?.attemptId}`,
      ]);
    });
  });
}

/** Whether a report about the refund contradicts the order, so that an operator has a case. */
function isSetAside(orders: readonly PaymentOrder[], refundId: string): boolean {
  return orders.some(({ quarantine }) =>
    quarantine.some(({ subject }) => subject?.kind === 'refund' && subject.refundId === refundId),
  );
}

/** Checks that each refund ID belongs to one refund, across all of a merchant's orders. */
function faultsOfNumbers(orders: readonly PaymentOrder[]): readonly Fault[] {
  const numbers = orders.flatMap((order) =>
    merchantRefunds(order).map(({ transactionId }) => `${order.merchantId} ${transactionId}`),
  );
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  return twice.map((number) => `refund ID ${number} is used twice`);
}

/** Checks the rules that hold once everything was reachable for the longest time between two questions to a channel. */
export function faultsOfAsking(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  return books.payments.flatMap(({ attemptId, result, isUntold }) => {
    if (isUntold || books.forgotten.has(attemptId)) return [];
    const attempt = orders.flatMap(({ attempts }) => attempts).find((known) => known.attemptId === attemptId);
    const isAwaited = attempt?.state === 'SUBMITTED' && result !== null && result !== 'mismatched';
    return faultsIf([isAwaited, `the channel knows ${result} of ${attemptId}, and nobody asked it`]);
  });
}
