import type { Money } from '@kassa/contracts';
import { channelRefundTransactionIdOf } from '../order/order-identifiers.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import type { Decision, PaymentOrder } from '../order/payment-order.ts';
import {
  hasFailed,
  recordChannelRefundFailed,
  setChannelRefundAside,
  setRefundResultAside,
} from '../order/quarantine.ts';
import { isSameMoney } from '../same-money.ts';
import { fitsIntoPayment, withChannelRefund } from './count-channel-refund.ts';
import { applyRefundReport, applyRefundResult } from './progress-refund.ts';
import { isFoundNotMade, type Refund, type RefundResult } from './refund.ts';

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
  if (result.kind === 'failed') return failUncounted(order, report, now);
  const isOfSameAmount = ({ amount }: Refund) => isSameMoney(amount, result.returned);
  const made = unnamed.find((refund) => isMadeAtChannel(refund) && isOfSameAmount(refund));
  if (made !== undefined) return applyRefundReport(order, made.refundId, report, now);
  // An operator found that this refund was not made. The report may be about it, so an operator has to look again.
  const doubted = unnamed.find((refund) => isFoundNotMade(refund) && isOfSameAmount(refund));
  if (doubted !== undefined) return setRefundResultAside(order, doubted, { result }, now);
  return takeChannelRefund(order, { ...report, returned: result.returned }, now);
}

/**
 * Applies the report that a refund failed, if the order knows no refund with the reported reference. Then the order does not
 * count the refund, so nothing is taken back.
 *
 * Some channels name the payment instead of the refund. If somebody made one refund of this payment by hand, it is the one that
 * failed. If there are several, an operator has to find out which.
 */
function failUncounted(order: PaymentOrder, report: ReportByReference, now: Date): Decision {
  const { channelId, attemptId, channelReference, result } = report;
  const attempt = order.attempts.find((candidate) => candidate.attemptId === attemptId);
  const namesPayment =
    channelReference === attempt?.paymentReference || channelReference === attempt?.opening?.channelReference;
  if (!namesPayment) {
    const number = channelRefundTransactionIdOf(order.orderId, channelId, channelReference);
    return recordChannelRefundFailed(order, { attemptId, number, channelReference }, now);
  }
  const made = order.refunds.filter(
    (refund) => refund.attemptId === attemptId && refund.isMadeAtProcessor && refund.state === 'SUCCESS',
  );
  const latest = made.at(-1);
  if (latest === undefined) return unchanged;
  return made.length === 1
    ? applyRefundResult(order, latest.refundId, result, now)
    : setRefundResultAside(order, latest, { result }, now);
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
  const number = channelRefundTransactionIdOf(order.orderId, channelId, channelReference);
  if (hasFailed(order, number)) return unchanged;
  if (!fitsIntoPayment(order, attemptId, returned)) {
    return setChannelRefundAside(order, { attemptId, number, channelReference, returned }, now);
  }
  return changed(withChannelRefund(order, { attemptId, number, channelReference, returned }, now));
}
