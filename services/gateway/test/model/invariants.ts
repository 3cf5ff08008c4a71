import { isDeepStrictEqual } from 'node:util';
import { type Money, orderTransitions, refundTransitions } from '@kassa/contracts';
import { attemptTransitions, type PaymentAttempt } from '../../src/domain/attempt/payment-attempt.ts';
import type { OrderEvent } from '../../src/domain/order/order-event.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Refund } from '../../src/domain/refund/refund.ts';
import type { LoggedEvent } from '../../src/ports/event-log.ts';

/**
 * What must hold of orders, events and the channel's money, whatever happened and in whatever order.
 * Written once, as plain questions to plain data, and without the domain's own sums: each answers with
 * sentences about what is wrong, and with none where nothing is.
 */

export interface ChannelPayment {
  readonly attemptId: string;
  readonly amount: Money;
  /** How often it was submitted. */
  readonly charges: number;
  /** `mismatched`: it took another amount than it was asked to. */
  readonly result: 'succeeded' | 'mismatched' | 'failed' | 'cancelled' | null;
}

export interface ChannelRefund {
  readonly refundId: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly result: 'succeeded' | 'failed' | null;
}

export interface ChannelDispute {
  readonly channelReference: string;
  readonly attemptId: string;
  readonly amount: Money;
  readonly state: 'opened' | 'won' | 'lost';
}

export interface ChannelBooks {
  readonly payments: readonly ChannelPayment[];
  readonly refunds: readonly ChannelRefund[];
  readonly disputes: readonly ChannelDispute[];
}

type Fault = string;

function faultsIf(...claims: readonly (readonly [isWrong: boolean, sentence: string])[]): Fault[] {
  return claims.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

function sumMinor(parts: readonly { readonly amount: Money }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
}

const merchantRefunds = ({ refunds }: PaymentOrder) => refunds.filter(({ origin }) => origin === 'merchant');
const automaticRefunds = ({ refunds }: PaymentOrder) => refunds.filter(({ origin }) => origin !== 'merchant');
const reservedOf = (order: PaymentOrder) =>
  sumMinor(merchantRefunds(order).filter(({ state }) => state !== 'FAILED' && state !== 'CANCELLED'));
const madeOf = (order: PaymentOrder) =>
  sumMinor(merchantRefunds(order).filter(({ state }) => state === 'SUCCESS'));
const lostOf = ({ dispute, paidAt }: PaymentOrder) =>
  dispute?.state === 'lost' && paidAt !== null ? dispute.amount.amountMinor : 0;
const isEnded = ({ state }: Refund) => state === 'SUCCESS' || state === 'FAILED' || state === 'CANCELLED';
const isAlive = ({ state }: PaymentAttempt) =>
  state === 'OPENING' || state === 'OPEN' || state === 'SUBMITTED';

/** What holds of an order at every moment. */
export function faultsOfOrder(order: PaymentOrder): readonly Fault[] {
  const name = `order ${order.merchantTransactionId} v${order.version}`;
  const { amountMinor } = order.amount;
  const payer = order.attempts.find(({ attemptId }) => attemptId === order.paidByAttemptId);
  const unpaying = order.attempts.filter(
    ({ state, attemptId }) => state === 'SUCCEEDED' && attemptId !== order.paidByAttemptId,
  );
  const numbers = order.refunds.map(({ transactionId }) => transactionId);
  const recorded = order.history.reduce((sum, { times }) => sum + (times ?? 1), 0);
  return faultsIf(
    [reservedOf(order) > amountMinor, `${name}: pending and made refunds exceed its amount`],
    [madeOf(order) + lostOf(order) > amountMinor, `${name}: more went back than was paid`],
    [!stateFits(order), `${name}: in ${order.state}, which its parts contradict`],
    [(order.paidAt === null) !== (order.paidByAttemptId === null), `${name}: paid by nobody`],
    [
      order.paidByAttemptId !== null && payer?.state !== 'SUCCEEDED',
      `${name}: paid by an attempt without money`,
    ],
    [new Set(numbers).size !== numbers.length, `${name}: has a refund number twice`],
    [order.attempts.length > 10, `${name}: has more than ten attempts`],
    [
      order.state === 'IN_DISPUTE' && merchantRefunds(order).some(({ state }) => state === 'INITIALISED'),
      `${name}: in dispute, and a refund is still to be sent`,
    ],
    [recorded !== order.version, `${name}: its history tells of ${recorded} changes`],
    ...unpaying.map(
      ({ attemptId }) =>
        [
          !automaticRefunds(order).some((refund) => refund.attemptId === attemptId),
          `${name}: the money of ${attemptId}, which does not pay it, is not being returned`,
        ] as const,
    ),
  );
}

/** Whether the state is the one that the order's parts add up to. */
function stateFits(order: PaymentOrder): boolean {
  const { state } = order;
  if (order.paidAt !== null) {
    if (order.dispute?.state === 'opened') return state === 'IN_DISPUTE';
    const back = madeOf(order) + lostOf(order);
    if (back === 0) return state === 'PAY_SUCCESS';
    return state === (back >= order.amount.amountMinor ? 'REFUNDED' : 'PARTIAL_REFUND');
  }
  if (order.closedAt !== null) return state === 'CLOSE' && !order.attempts.some(isAlive);
  const latest = order.attempts.at(-1);
  const wasStarted = order.lastSequence > 0;
  switch (state) {
    case 'INIT':
      return !wasStarted && !order.attempts.some(({ submittedAt }) => submittedAt !== null);
    case 'PAYING':
      return wasStarted && (latest?.state === 'SUBMITTED' || latest?.state === 'ABANDONED');
    case 'PAY_FAIL':
      return wasStarted && order.attempts.some((attempt) => attempt.state === 'FAILED');
    case 'PAY_SUCCESS':
    case 'PARTIAL_REFUND':
    case 'REFUNDED':
    case 'CLOSE':
    case 'IN_DISPUTE':
      return false;
  }
}

/** What holds of one write: `after` was stored where `before` was. It can hold several changes. */
export function faultsOfChange(before: PaymentOrder, after: PaymentOrder): readonly Fault[] {
  const name = `order ${after.merchantTransactionId} v${before.version}→v${after.version}`;
  const events = after.outbox.filter(({ sequence }) => sequence > before.lastSequence);
  const kept = before.outbox.filter(
    (event) => !after.outbox.some((other) => isDeepStrictEqual(other, event)),
  );
  const isDisputeReplaced =
    before.dispute?.channelReference !== after.dispute?.channelReference && before.paidAt !== null;
  return [
    ...faultsIf(
      [after.version <= before.version, `${name}: the version did not grow`],
      [after.lastSequence !== before.lastSequence + events.length, `${name}: its events and sequence differ`],
      [
        events.some(({ sequence }, index) => sequence !== before.lastSequence + index + 1),
        `${name}: a gap among its events`,
      ],
      [kept.length > 0, `${name}: an event that waited to leave was changed or dropped`],
      [!isWayThere(before, after, events), `${name}: ${before.state} → ${after.state} by ${typesOf(events)}`],
      [!isDeepStrictEqual(fixedOf(before), fixedOf(after)), `${name}: something changed that never does`],
      [before.state === 'CLOSE' && after.state !== 'CLOSE', `${name}: a closed order went on`],
      [before.paidAt !== null && after.paidAt === null, `${name}: it is no longer paid`],
      [
        before.paidByAttemptId !== null && before.paidByAttemptId !== after.paidByAttemptId,
        `${name}: paid by another attempt`,
      ],
      [
        after.closedAt !== null && after.closedAt < after.expiresAt,
        `${name}: closed before the end of its validity`,
      ],
      [
        isDisputeReplaced &&
          before.dispute !== null &&
          before.dispute.state !== 'won' &&
          // Its end and the next one can be one write.
          !(before.dispute.state === 'opened' && events.some(({ type }) => type === 'order.dispute.won')),
        `${name}: a dispute was replaced`,
      ],
      [
        !isDisputeReplaced &&
          (before.dispute?.state === 'won' || before.dispute?.state === 'lost') &&
          before.paidAt !== null &&
          !isDeepStrictEqual(before.dispute, after.dispute),
        `${name}: a resolved dispute changed`,
      ],
    ),
    ...attemptFaults(name, before, after),
    ...refundFaults(name, before, after, events),
  ];
}

function fixedOf(order: PaymentOrder) {
  const { orderId, merchantId, merchantTransactionId, fingerprint, amount, createdAt, expiresAt } = order;
  return { orderId, merchantId, merchantTransactionId, fingerprint, amount, createdAt, expiresAt };
}

function typesOf(events: readonly OrderEvent[]): string {
  return events.length === 0 ? 'no event' : events.map(({ type }) => type).join(', ');
}

/** Whether the events tell each move that led from one state to the other, and no other. */
function isWayThere(before: PaymentOrder, after: PaymentOrder, events: readonly OrderEvent[]): boolean {
  if (events.length === 0) {
    const isSilent = orderTransitions.some(
      ({ from, to, emits }) => emits === null && from === before.state && to === after.state,
    );
    return before.state === after.state || isSilent;
  }
  let state = before.state;
  for (const event of events) {
    const isRow = orderTransitions.some(
      ({ from, to, emits }) => from === state && to === event.state && emits === event.type,
    );
    if (!isRow) return false;
    state = event.state;
  }
  return state === after.state;
}

function attemptFaults(name: string, before: PaymentOrder, after: PaymentOrder): readonly Fault[] {
  const changes = after.version - before.version;
  const added = after.attempts.length - before.attempts.length;
  const faults = faultsIf([added < 0 || added > changes, `${name}: it has ${added} more attempts`]);
  const fresh: string[] = [];
  for (const [index, later] of after.attempts.entries()) {
    const earlier = before.attempts[index] ?? { ...later, state: 'OPENING' };
    const isKnown = later.attemptId === earlier.attemptId && later.methodCode === earlier.methodCode;
    const isChanged = earlier.state === 'SUCCEEDED' && !isDeepStrictEqual(earlier.endedAt, later.endedAt);
    if (!isKnown || isChanged || !isReachable(attemptTransitions, earlier.state, later.state)) {
      faults.push(`${name}: attempt ${index + 1} went from ${earlier.state} to ${later.state}`);
    }
    if (earlier.state !== 'SUCCEEDED' && later.state === 'SUCCEEDED') fresh.push(later.attemptId);
  }
  const wasPayable = before.paidByAttemptId === null && before.state !== 'CLOSE' && after.state !== 'CLOSE';
  if (wasPayable && fresh.length > 0 && !fresh.includes(after.paidByAttemptId ?? '')) {
    faults.push(`${name}: ${fresh.join(', ')} succeeded and the order is not paid by it`);
  }
  for (const attemptId of fresh.filter((id) => id !== after.paidByAttemptId)) {
    const returned = automaticRefunds(after).filter((refund) => refund.attemptId === attemptId);
    if (returned.length !== 1 || sumMinor(returned) !== after.amount.amountMinor) {
      faults.push(`${name}: the money of ${attemptId} is not returned once and whole`);
    }
  }
  return faults;
}

function isReachable(
  table: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): boolean {
  const reached = new Set([from]);
  for (const state of reached) {
    for (const row of table) if (row.from === state) reached.add(row.to);
  }
  return reached.has(to);
}

function refundFaults(
  name: string,
  before: PaymentOrder,
  after: PaymentOrder,
  events: readonly OrderEvent[],
): readonly Fault[] {
  const faults: Fault[] = [];
  if (after.refunds.length < before.refunds.length) faults.push(`${name}: a refund is gone`);
  for (const [index, later] of after.refunds.entries()) {
    const earlier: Refund = before.refunds[index] ?? { ...later, state: 'INITIALISED' };
    if (!isSameRefund(earlier, later)) faults.push(`${name}: refund ${index + 1} is another`);
    // The channel's own reference can come after the result.
    const channelReference = earlier.channelReference ?? later.channelReference;
    if (isEnded(earlier) && !isDeepStrictEqual({ ...earlier, channelReference }, later)) {
      faults.push(`${name}: refund ${index + 1}, which has ended, changed`);
    }
    if (!isReachable(refundTransitions, earlier.state, later.state)) {
      faults.push(`${name}: refund ${index + 1} went from ${earlier.state} to ${later.state}`);
    }
    const isFreshEnd = isEnded(later) && !isEnded(earlier) && later.origin === 'merchant';
    const told = events.filter(({ refund }) => refund?.refundId === later.refundId);
    const wanted = isFreshEnd ? [typeOfEnd(later)] : [];
    if (
      !isDeepStrictEqual(
        told.map(({ type }) => type),
        wanted,
      )
    ) {
      faults.push(`${name}: refund ${index + 1} went to ${later.state} and told ${typesOf(told)}`);
    }
  }
  const fresh = after.refunds.slice(before.refunds.length).filter(({ origin }) => origin === 'merchant');
  const left = after.amount.amountMinor - lostOf(after) - reservedOf(after);
  const isRefundable = ['PAY_SUCCESS', 'PARTIAL_REFUND', 'REFUNDED'].includes(before.state);
  // Before a refund, other changes of the same write can have made it possible.
  const isAlone = after.version === before.version + 1;
  return [
    ...faults,
    ...faultsIf(
      [fresh.length > 0 && isAlone && !isRefundable, `${name}: accepted a refund in ${before.state}`],
      [fresh.length > 0 && left < 0, `${name}: accepted ${-left} more than is left`],
    ),
  ];
}

function isSameRefund(one: Refund, other: Refund): boolean {
  const fixed = ({ refundId, transactionId, amount, attemptId, origin, fingerprint, createdAt }: Refund) => ({
    refundId,
    transactionId,
    amount,
    attemptId,
    origin,
    fingerprint,
    createdAt,
  });
  return isDeepStrictEqual(fixed(one), fixed(other));
}

function typeOfEnd({ state }: Refund): OrderEvent['type'] {
  return state === 'SUCCESS' ? 'order.refund.succeeded' : 'order.refund.failed';
}

/** What holds of an order and the log of events together: each event is in one of them or in both. */
export function faultsOfEvents(order: PaymentOrder, logged: readonly LoggedEvent[]): readonly Fault[] {
  const name = `order ${order.merchantTransactionId} v${order.version}`;
  const sequences = logged.map(({ sequence }) => sequence);
  const known = new Map(logged.map(({ sequence, type }) => [sequence, type]));
  const contradicted = order.outbox.filter(
    ({ sequence, type }) => known.has(sequence) && known.get(sequence) !== type,
  );
  for (const { sequence, type } of order.outbox) known.set(sequence, type);
  const missing = Array.from({ length: order.lastSequence }, (_, index) => index + 1).filter(
    (sequence) => !known.has(sequence),
  );
  const payments = [...known.values()].filter((type) => type === 'order.payment.succeeded').length;
  const isOutOfTurn = sequences.some((sequence, index) => sequence !== index + 1);
  return faultsIf(
    [missing.length > 0, `${name}: events ${missing.join(', ')} are nowhere`],
    [contradicted.length > 0, `${name}: the log tells another event than the order`],
    [known.size > order.lastSequence, `${name}: there are events that nothing caused`],
    [isOutOfTurn, `${name}: the log holds ${sequences.join(', ')}`],
    [payments !== (order.paidAt === null ? 0 : 1), `${name}: it was told ${payments} times that it is paid`],
  );
}

/** What never changes of a logged event. */
export function faultsOfLog(before: LoggedEvent, after: LoggedEvent | undefined): readonly Fault[] {
  const { delivery: earlier, ...body } = before;
  const { delivery: later, ...bodyAfter } = after ?? { delivery: undefined };
  return faultsIf(
    [!isDeepStrictEqual(body, bodyAfter), `event ${before.eventId} was changed or is gone`],
    [
      earlier.state === 'delivered' && later?.state !== 'delivered',
      `event ${before.eventId} was delivered and is ${later?.state}`,
    ],
  );
}

/** What holds of the channel's money at every moment, seen from all orders there are. */
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
      books.refunds.filter(
        (refund) => refund.attemptId === payment.attemptId && refund.result === 'succeeded',
      ),
    );
    faults.push(
      ...faultsIf(
        [!isDeepStrictEqual(payment.amount, order.amount), `payment ${payment.attemptId} has another amount`],
        [payment.charges > 1, `payment ${payment.attemptId} was submitted ${payment.charges} times`],
        [back > payment.amount.amountMinor, `more than it was went back of payment ${payment.attemptId}`],
        [
          attempt.state === 'SUCCEEDED' && payment.result !== 'succeeded',
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
    const fits = made.attemptId === refund.attemptId && isDeepStrictEqual(made.amount, refund.amount);
    faults.push(
      ...faultsIf(
        [!fits, `refund ${made.refundId} is another at the channel`],
        [refund.state === 'INITIALISED', `refund ${made.refundId} was sent without a note that it is`],
        [refund.state === 'CANCELLED', `refund ${made.refundId} was withdrawn and is at the channel`],
        [
          refund.state === 'FAILED' && made.result !== 'failed',
          `refund ${made.refundId} counts as failed, and the channel says ${made.result ?? 'nothing yet'}`,
        ],
      ),
    );
  }
  for (const { refundId, state } of orders.flatMap(({ refunds }) => refunds)) {
    const made = books.refunds.find((candidate) => candidate.refundId === refundId);
    if (state === 'SUCCESS' && made?.result !== 'succeeded') {
      faults.push(`refund ${refundId} counts as made, and the channel returned nothing`);
    }
  }
  return [...faults, ...faultsOfNumbers(orders)];
}

/** A merchant's refund number is one refund's, across all its orders. */
function faultsOfNumbers(orders: readonly PaymentOrder[]): readonly Fault[] {
  const numbers = orders.flatMap((order) =>
    merchantRefunds(order).map(({ transactionId }) => `${order.merchantId} ${transactionId}`),
  );
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  return twice.map((number) => `refund number ${number} is used twice`);
}

function attemptOf(order: PaymentOrder, attemptId: string): PaymentAttempt | undefined {
  return order.attempts.find((attempt) => attempt.attemptId === attemptId);
}

/** What holds when everything could be reached for as long as a channel is left unasked. */
export function faultsOfAsking(orders: readonly PaymentOrder[], books: ChannelBooks): readonly Fault[] {
  return books.payments.flatMap(({ attemptId, result }) => {
    const attempt = orders.flatMap(({ attempts }) => attempts).find((known) => known.attemptId === attemptId);
    const isAwaited = attempt?.state === 'SUBMITTED' && result !== null && result !== 'mismatched';
    return faultsIf([isAwaited, `the channel knows ${result} of ${attemptId}, and nobody asked it`]);
  });
}

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
  // An operator has it, as nobody could be asked.
  if (attempt.unresolvedSince !== null) return [];
  return faultsIf(
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
  );
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
