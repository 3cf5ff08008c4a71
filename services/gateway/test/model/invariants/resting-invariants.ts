import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import type { LoggedEvent } from '../../../src/ports/logged-event.ts';
import type { ChannelBooks, ChannelDispute, ChannelPayment } from './channel-books.ts';
import { type Fault, faultsIf } from './faults.ts';
import { attemptOf, isAlive, isEnded, sumMinor } from './parts-of-order.ts';

/**
 * What holds once nothing is due any more, everything can be reached, and the channel has reported all
 * that it knows.
 */
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
    ...books.payments.flatMap((payment) => faultsOfSettledPayment(orders, payment)),
    ...books.refunds.flatMap(({ refundId, result }) => {
      const state = orders
        .flatMap(({ refunds }) => refunds)
        .find((refund) => refund.refundId === refundId)?.state;
      const wanted = result === 'succeeded' ? 'SUCCESS' : 'FAILED';
      return faultsIf([state !== wanted, `refund ${refundId} is ${state}, and the channel says ${result}`]);
    }),
    ...books.disputes.flatMap((dispute) => faultsOfSettledDispute(orders, dispute)),
    ...faultsOfBalance(orders, books),
  ];
}

function faultsOfRestingOrder(order: PaymentOrder): readonly Fault[] {
  const name = `order ${order.merchantTransactionId}`;
  return faultsIf(
    [order.state === 'INIT' || order.state === 'PAYING', `${name} stays in ${order.state} for ever`],
    [order.outbox.length > 0, `${name} has events that never leave`],
    [order.refunds.some((refund) => !isEnded(refund)), `${name} has a refund that never ends`],
    [order.attempts.some(isAlive), `${name} has an attempt that can be paid for ever`],
    [
      order.attempts.some(({ cancellation }) => cancellation),
      `${name} has an attempt that is never cancelled`,
    ],
  );
}

function faultsOfSettledPayment(orders: readonly PaymentOrder[], payment: ChannelPayment): readonly Fault[] {
  const order = orders.find((candidate) => attemptOf(candidate, payment.attemptId));
  const attempt = order && attemptOf(order, payment.attemptId);
  if (order === undefined || attempt === undefined) return [];
  const unnoted = faultsIf([
    payment.isUncollected && attempt.uncollected === null,
    `the channel could not collect ${payment.attemptId}, and nobody was told`,
  ]);
  // An operator has it, as nobody could be asked.
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
        payment.result === null && attempt.opening !== null,
        `payment ${payment.attemptId} can still be made at the channel`,
      ],
    ),
  ];
}

function faultsOfSettledDispute(orders: readonly PaymentOrder[], dispute: ChannelDispute): readonly Fault[] {
  const order = orders.find((candidate) => attemptOf(candidate, dispute.attemptId));
  const { channelReference, state } = dispute;
  const isFollowed = order?.dispute?.channelReference === channelReference && order.dispute.state === state;
  const isSetAside = order?.quarantine.some(
    ({ subject }) => subject?.kind === 'dispute' && subject.channelReference === channelReference,
  );
  // One that was won made room for another.
  const isPast = state === 'won' && order?.dispute?.channelReference !== channelReference;
  return faultsIf([
    !isFollowed && !isSetAside && !isPast,
    `dispute ${channelReference} is ${state} at the channel and ${order?.dispute?.state ?? 'unknown'} here`,
  ]);
}

/** Net money at the channel is what the orders say: paid, less what went back. */
function faultsOfBalance(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  // What was set aside counts for nothing, unless a later report of it could be followed after all.
  const isFollowed = (reference: string) =>
    orders.some(({ dispute }) => dispute?.channelReference === reference && dispute.state === 'lost');
  const isUnresolved = (attemptId: string) =>
    orders.some((order) => attemptOf(order, attemptId)?.unresolvedSince);
  const atChannel =
    sumMinor(
      books.payments.filter(({ result, attemptId }) => result === 'succeeded' && !isUnresolved(attemptId)),
    ) -
    sumMinor(books.refunds.filter(({ result }) => result === 'succeeded')) -
    sumMinor(
      books.disputes.filter(
        ({ state, channelReference }) => state === 'lost' && isFollowed(channelReference),
      ),
    );
  const inOrders = orders.reduce((sum, order) => {
    const taken =
      order.attempts.filter(({ state }) => state === 'SUCCEEDED').length * order.amount.amountMinor;
    const back = sumMinor(order.refunds.filter(({ state }) => state === 'SUCCESS'));
    // The dispute of a payment that came too late takes money as well.
    const { dispute } = order;
    const isTaken = dispute?.state === 'lost' && attemptOf(order, dispute.attemptId)?.state === 'SUCCEEDED';
    return sum + taken - back - (isTaken ? dispute.amount.amountMinor : 0);
  }, 0);
  return faultsIf([
    atChannel !== inOrders,
    `the channel holds ${atChannel}, and the orders tell of ${inOrders}`,
  ]);
}
