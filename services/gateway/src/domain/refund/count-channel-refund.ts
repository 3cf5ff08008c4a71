import { type Money, orderLimits } from '@kassa/contracts';
import { latestReportTime } from '../dispute/later-report.ts';
import { refundIdOf } from '../order/order-identifiers.ts';
import { lostMinor, refundedMinor, returnedMinor } from '../order/order-sums.ts';
import type { PaymentOrder } from '../order/payment-order.ts';
import { channelRefundsSetAside, recordsOfRefund, settleRecords, withSetAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { makeRefund } from './end-refund.ts';
import { obstacleToSending } from './obstacle-to-sending.ts';
import { isAutomatic, isLeftToOperator, newRefund, type Refund } from './refund.ts';
import { withTimeOf } from './repeated-report.ts';
import { withdrawRefund } from './withdraw-refund.ts';

/** A refund that somebody made at the processor by hand. */
export interface ChannelRefund {
  readonly attemptId: string;
  /** The transaction ID of the refund in the order. The gateway creates this ID, because no merchant requested the refund. */
  readonly number: string;
  readonly channelReference: string;
  readonly returned: Money;
  /** When the channel reported that it made the refund, by its own clock; absent if the channel does not say. */
  readonly toldAt?: Date | undefined;
}

/** Counts a refund that somebody made at the processor by hand like any other refund of the order. */
export function withChannelRefund(order: PaymentOrder, made: ChannelRefund, now: Date): PaymentOrder {
  const { attemptId, number, channelReference, returned, toldAt } = made;
  const origin = order.refunds.find(
    (refund) => isAutomatic(refund) && refund.attemptId === attemptId,
  )?.origin;
  const refund: Refund = {
    ...newRefund(
      {
        refundId: refundIdOf(order.orderId, order.refunds.length + 1),
        transactionId: number,
        amount: returned,
        attemptId,
        // A late or second payment never paid the order. If somebody refunds such a payment, the refund counts as the payment's
        // automatic return.
        origin: attemptId === order.paidByAttemptId ? 'merchant' : (origin ?? 'late_payment'),
        fingerprint: number,
        reason: 'made at the processor',
        remark: null,
      },
      now,
    ),
    channelReference,
    isMadeAtProcessor: true,
  };
  const timed = withTimeOf(refund, { ...(toldAt && { toldAt }) });
  return withoutExcess(makeRefund({ ...order, refunds: [...order.refunds, timed] }, timed, now), now);
}

/**
 * Withdraws the merchant's refunds that have not reached the channel and whose money is now gone. Each withdrawal adds an event.
 * If the order can take no more events, the remaining refunds are withdrawn when they are due.
 */
function withoutExcess(order: PaymentOrder, now: Date): PaymentOrder {
  return order.refunds
    .filter((refund) => refund.state === 'INITIALISED' && !isAutomatic(refund))
    .filter((refund) => !isLeftToOperator(order, refund))
    .slice(0, Math.max(orderLimits.waitingEvents - order.outbox.length, 0))
    .reduce((current, refund) => {
      const obstacle = obstacleToSending(current, refund);
      return obstacle === undefined ? current : withdrawRefund(current, refund, obstacle, now);
    }, order);
}

/**
 * Whether a refund can have returned this amount: together with the payment's other refunds, the amount does not exceed the
 * payment. Losses from disputes are not counted, for two reasons. A refund can go out although the bank has taken the same
 * money. And if the bank gives that money back, the merchant must not refund it again. If refunds and losses together exceed
 * the payment, a case opens.
 */
export function fitsIntoPayment(
  order: PaymentOrder,
  attemptId: string,
  { amountMinor, currency }: Money,
): boolean {
  const isPaying = attemptId === order.paidByAttemptId;
  const back = isPaying ? refundedMinor(order) - lostMinor(order) : returnedMinor(order, attemptId);
  return (
    currency === order.amount.currency &&
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 1 &&
    amountMinor <= order.amount.amountMinor - back
  );
}

/**
 * Counts refunds that were made at the processor by hand, wait for an operator, and now fit into the payment. A refund may fit
 * now because the channel has taken back an earlier refund, which the new one often replaces. The cases of the counted refunds
 * close. The refunds count even if an operator has settled their cases, because the settlement does not change that the money
 * went back.
 */
export function countWhatFitsNow(
  order: PaymentOrder,
  attemptId: string,
  now: Date,
  note = 'Counted, because the channel has taken back an earlier refund.',
): PaymentOrder {
  return channelRefundsSetAside(order, attemptId).reduce((current, made) => {
    // The channel may have reported the refund twice, for example to correct its amount. An operator has to examine such a
    // difference.
    const isCounted = current.refunds.some(({ transactionId }) => transactionId === made.number);
    if (isCounted || !fitsIntoPayment(current, attemptId, made.returned)) return current;
    // If the channel made the refund again after it had failed, several reports name it.
    const reports = recordsOfRefund(current, made.number);
    const same = reports.filter(
      ({ result, reported }) => result !== 'failed' && isSameMoney(reported, made.returned),
    );
    const failures = reports.filter(({ result }) => result === 'failed');
    const counted = withChannelRefund(current, { attemptId, ...made, toldAt: latestReportTime(same) }, now);
    const settled = settleRecords(counted, [...same, ...failures], { now, note });
    return withLargerAmountsReopened(settled, { attemptId, ...made }, now);
  }, order);
}

/**
 * Reopens the settled case of a report that names a larger amount for this refund than the order now counts. When an operator
 * settled the case, the order did not count the refund at all. The channel may also have returned the difference, so an
 * operator has to look again.
 */
function withLargerAmountsReopened(order: PaymentOrder, counted: ChannelRefund, now: Date): PaymentOrder {
  const { attemptId, number, channelReference, returned } = counted;
  return recordsOfRefund(order, number)
    .filter(({ result, reported: { amountMinor, currency }, isSettled }) => {
      return (
        result !== 'failed' &&
        isSettled &&
        currency === returned.currency &&
        amountMinor > returned.amountMinor
      );
    })
    .reduce((current, { reported, toldAt }) => {
      const named = { refundId: number, channelReference, ...(toldAt && { toldAt }) };
      const subject = { kind: 'refund', result: 'succeeded', ...named } as const;
      return withSetAside(current, { attemptId, reported, receivedAt: now, subject }, 'is_new');
    }, order);
}
