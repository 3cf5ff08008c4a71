import { refundedMinor } from '../../../src/domain/order/order-sums.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../../src/domain/order/schedule.ts';
import type { Refund } from '../../../src/domain/refund/refund.ts';
import { openCaseIds } from '../cases-to-see.ts';
import { type Fault, faultsIf } from './faults.ts';
import {
  automaticRefunds,
  isAlive,
  isEnded,
  isHeld,
  lostOf,
  madeAtProcessorOf,
  madeOf,
  merchantRefunds,
  requestedOf,
} from './parts-of-order.ts';

/**
 * The rules for orders, events and the channel's money, whatever happened and in whatever sequence. They are plain functions
 * over plain data, and do not use the domain's own sums. Each returns a sentence for every broken rule.
 */

/** The rules for an order at every moment. */
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
    [requestedOf(order) > amountMinor, `${name}: pending and made refunds exceed its amount`],
    [
      refundedMinor(order) !== madeOf(order) + lostOf(order),
      `${name}: the query says that ${refundedMinor(order)} went back`,
    ],
    [!isReservedRight(order), `${name}: pending refunds and a lost dispute exceed its amount`],
    [!stateFits(order), `${name}: in ${order.state}, which its parts contradict`],
    [(order.paidAt === null) !== (order.paidByAttemptId === null), `${name}: paid by nobody`],
    [
      order.paidByAttemptId !== null && payer?.state !== 'SUCCEEDED',
      `${name}: paid by an attempt without money`,
    ],
    [new Set(numbers).size !== numbers.length, `${name}: has a refund ID twice`],
    [isForgottenAtRest(order), `${name}: it rests in ${order.state}, and nobody is told`],
    [triesOf(order) > 10, `${name}: has more than ten tries`],
    [order.attempts.length > 40, `${name}: has more than forty attempts`],
    [
      order.state === 'IN_DISPUTE' && merchantRefunds(order).some((refund) => isToBeSent(order, refund)),
      `${name}: in dispute, and a refund is still to be sent`,
    ],
    [recorded !== order.version, `${name}: its history tells of ${recorded} changes`],
    ...order.attempts.map(
      ({ attemptId }) =>
        [
          automaticRefunds(order).filter(
            (refund) =>
              refund.attemptId === attemptId &&
              isHeld(refund) &&
              refund.correctsRefundId === undefined &&
              !refund.isMadeByHand &&
              !refund.isMadeAtProcessor,
          ).length > 1,
          `${name}: the money of ${attemptId} is returned more than once`,
        ] as const,
    ),
    ...unpaying.map(
      ({ attemptId }) =>
        [
          !automaticRefunds(order).some((refund) => refund.attemptId === attemptId),
          `${name}: the money of ${attemptId}, which does not pay it, is not being returned`,
        ] as const,
    ),
  );
}

/**
 * Whether the reserved money is right. More than was paid may go back only through refunds that were on their way when the
 * dispute was lost.
 */
function isReservedRight(order: PaymentOrder): boolean {
  const unsent = merchantRefunds(order).filter((refund) => isToBeSent(order, refund));
  return (
    unsent.length === 0 ||
    requestedOf(order) + madeAtProcessorOf(order) + lostOf(order) <= order.amount.amountMinor
  );
}

/** Whether the order is unfinished, no work is due for it, and no operator was alerted to it. */
function isForgottenAtRest(order: PaymentOrder): boolean {
  if (nextAttentionAt(order) !== null) return false;
  const isOpen = order.state === 'INIT' || order.state === 'PAYING' || order.state === 'IN_DISPUTE';
  const hasOpenPart = order.refunds.some((refund) => !isEnded(refund)) || order.attempts.some(isAlive);
  const isReported = openCaseIds(order).length > 0 || order.settledCases.length > 0;
  return (isOpen || hasOpenPart) && !isReported;
}

/** Whether the order's state follows from its parts. */
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

/**
 * Returns the number of attempts that their channels opened or may still open. The others do not count, because the consumer
 * got nothing with which to pay them.
 */
function triesOf({ attempts }: PaymentOrder): number {
  return attempts.filter(({ channelFault }) => !channelFault?.startsWith('opening_')).length;
}

/** Whether the refund will still be sent. A refund whose case an operator has settled will not. */
function isToBeSent({ settledCases }: PaymentOrder, { refundId, state }: Refund): boolean {
  return state === 'INITIALISED' && !settledCases.some(({ caseId }) => caseId === refundId);
}
