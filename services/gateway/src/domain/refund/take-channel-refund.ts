import { type Money, orderLimits } from '@kassa/contracts';
import { channelRefundTransactionIdOf, refundIdOf } from '../order/order-identifiers.ts';
import { refundedMinor, returnedMinor } from '../order/order-sums.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder } from '../order/payment-order.ts';
import { setChannelRefundAside, setRefundResultAside } from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { makeRefund } from './end-refund.ts';
import { obstacleToSending } from './obstacle-to-sending.ts';
import { applyRefundReport, applyRefundResult } from './progress-refund.ts';
import {
  isAutomatic,
  isFoundNotMade,
  isLeftToOperator,
  newRefund,
  type Refund,
  type RefundResult,
} from './refund.ts';
import { withdrawRefund } from './withdraw-refund.ts';

/** A channel's report about a refund that names the refund only by the channel's own reference. */
export interface ReportByReference {
  readonly channelId: string;
  readonly attemptId: string;
  readonly channelReference: string;
  readonly result: RefundResult;
}

/**
 * The report cannot be applied yet, because earlier news is missing: the payment's success, or the channel's reference of a
 * refund that the gateway has sent. The caller has to apply the report again later.
 */
export interface NotYet {
  readonly kind: 'not_yet';
  readonly reason: string;
}

/**
 * Applies a channel's report about a refund that contains none of the gateway's refund IDs. If the order has no such refund,
 * somebody made it at the processor by hand. It then becomes a refund of the order, and counts like any other. If it does not
 * fit into the payment's amount, it is stored for an operator instead.
 */
export function applyRefundByReference(
  order: PaymentOrder,
  report: ReportByReference,
  now: Date,
): Decision | NotYet {
  const { attemptId, channelReference, result } = report;
  const ofAttempt = order.refunds.filter((refund) => refund.attemptId === attemptId);
  const known = ofAttempt.find((refund) => refund.channelReference === channelReference);
  if (known !== undefined) return applyRefundResult(order, known.refundId, result, now);
  const unnamed = ofAttempt.filter((refund) => refund.channelReference === null);
  // The channel has not confirmed this refund yet, so the report can be about it.
  if (unnamed.some(({ state }) => state === 'PROCESSING')) {
    return { kind: 'not_yet', reason: `${channelReference} may be a refund that has no reference yet` };
  }
  if (result.kind === 'failed') return unchanged;
  const isOfSameAmount = ({ amount }: Refund) => isSameMoney(amount, result.returned);
  const made = unnamed.find((refund) => isMadeAtChannel(refund) && isOfSameAmount(refund));
  if (made !== undefined) return applyRefundReport(order, made.refundId, report, now);
  // An operator found that this refund was not made. The report may be about it, so an operator has to look again.
  const doubted = unnamed.find((refund) => isFoundNotMade(refund) && isOfSameAmount(refund));
  if (doubted !== undefined) return setRefundResultAside(order, doubted, { result }, now);
  return takeChannelRefund(order, { ...report, returned: result.returned }, now);
}

function isMadeAtChannel({ state, isMadeByHand = false, correctsRefundId }: Refund): boolean {
  return state === 'SUCCESS' && !isMadeByHand && correctsRefundId === undefined;
}

function takeChannelRefund(
  order: PaymentOrder,
  report: ReportByReference & { readonly returned: Money },
  now: Date,
): Decision | NotYet {
  const { channelId, attemptId, channelReference, returned } = report;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  if (attempt?.state !== 'SUCCEEDED') {
    return { kind: 'not_yet', reason: `the payment of ${attemptId} is not known to have succeeded` };
  }
  const transactionId = channelRefundTransactionIdOf(order.orderId, channelId, channelReference);
  if (!fits(order, attemptId, returned)) {
    const refund = { attemptId, refundId: transactionId, channelReference, returned };
    return setChannelRefundAside(order, refund, now);
  }
  const origin = order.refunds.find(
    (refund) => isAutomatic(refund) && refund.attemptId === attemptId,
  )?.origin;
  const refund: Refund = {
    ...newRefund(
      {
        refundId: refundIdOf(order.orderId, order.refunds.length + 1),
        transactionId,
        amount: returned,
        attemptId,
        // The money of a late or second payment never paid the order. So this refund is one of its returns.
        origin: attemptId === order.paidByAttemptId ? 'merchant' : (origin ?? 'late_payment'),
        fingerprint: transactionId,
        reason: 'made at the processor',
        remark: null,
      },
      now,
    ),
    channelReference,
    isMadeAtProcessor: true,
  };
  const made = makeRefund({ ...order, refunds: [...order.refunds, refund] }, refund, now);
  return changed(withoutExcess(made, now));
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

/** Whether a refund can have returned this much: the payment still had the money, as far as the order knows. */
function fits(order: PaymentOrder, attemptId: string, { amountMinor, currency }: Money): boolean {
  const back = attemptId === order.paidByAttemptId ? refundedMinor(order) : returnedMinor(order, attemptId);
  return (
    currency === order.amount.currency &&
    Number.isSafeInteger(amountMinor) &&
    amountMinor >= 1 &&
    amountMinor <= order.amount.amountMinor - back
  );
}
