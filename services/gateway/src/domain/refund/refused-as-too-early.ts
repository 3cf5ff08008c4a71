import { orderLimits } from '@kassa/contracts';
import { addSeconds } from '../add-seconds.ts';
import { changed, unchanged } from '../order/order-transition.ts';
import { type Decision, type PaymentOrder, replaceRefund } from '../order/payment-order.ts';
import { setRefundResultAside } from '../order/quarantine.ts';
import { obstacleToSending } from './obstacle-to-sending.ts';
import { isLeftToOperator, moveRefund, type Refund, type RefundResult } from './refund.ts';
import { withdrawRefund } from './withdraw-refund.ts';

/**
 * A channel may refuse a refund for the sole reason that it has not captured the payment yet. The gateway then sends the refund
 * again later. Each time, it sends a new request with a new idempotency key, and the channel gives the request a new reference.
 */

/** How long the gateway waits after the first refusal. Each further wait is twice as long, up to `LONGEST_WAIT_SECONDS`. */
const FIRST_WAIT_SECONDS = 300;
const LONGEST_WAIT_SECONDS = 6 * 3_600;
/** How many times a refund can be refused as too early before it fails. This number is reached after about four days. */
const REFUSALS_BEFORE_FAILURE = 20;

export function isRefusedRequest({ refusedAsTooEarly = [] }: Refund, channelReference: string): boolean {
  return refusedAsTooEarly.includes(channelReference);
}

/**
 * Applies a report about a request that the channel has refused as too early. Undefined if the report is about something else,
 * or if the refund fails because it was refused too often.
 */
export function applyEarlyRefusal(
  order: PaymentOrder,
  refund: Refund,
  { channelReference, result }: { readonly channelReference?: string; readonly result: RefundResult },
  now: Date,
): Decision | undefined {
  if (channelReference === undefined) return undefined;
  if (isRefusedRequest(refund, channelReference)) {
    // The channel cannot have carried out a request that it refused. If the channel reports that it did, money may have moved
    // outside the gateway's refund.
    return result.kind === 'failed'
      ? unchanged
      : setRefundResultAside(order, refund, { result, channelReference }, now);
  }
  const isTooEarly = result.kind === 'failed' && result.isTooEarly === true;
  const { refusedAsTooEarly = [], channelReference: known } = refund;
  const isOfThisRequest = known === null || known === channelReference;
  if (!isTooEarly || !isOfThisRequest || refund.state !== 'PROCESSING') return undefined;
  if (isLeftToOperator(order, refund) || !canWait(order, refusedAsTooEarly)) return undefined;
  const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** refusedAsTooEarly.length, LONGEST_WAIT_SECONDS);
  const waiting: Refund = {
    ...moveRefund(refund, 'not_sent'),
    channelReference: null,
    refusedAsTooEarly: [...refusedAsTooEarly, channelReference],
    nextActionAt: addSeconds(now, seconds),
  };
  // A dispute or another refund may have taken the money while the refund was at the channel.
  const noted = replaceRefund(order, waiting);
  const obstacle = obstacleToSending(noted, waiting);
  return changed(obstacle === undefined ? noted : withdrawRefund(noted, waiting, obstacle, now));
}

function canWait({ refunds }: PaymentOrder, refusals: readonly string[]): boolean {
  const inAll = refunds.reduce((sum, { refusedAsTooEarly = [] }) => sum + refusedAsTooEarly.length, 0);
  return refusals.length < REFUSALS_BEFORE_FAILURE - 1 && inAll < orderLimits.earlyRefusals;
}
