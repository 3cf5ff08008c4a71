import type Stripe from 'stripe';
import type { RefundDelay } from '../../../../domain/refund/refund.ts';
import type {
  RefundAnswer,
  RefundInquiry,
  RefundOrder,
  RefundReference,
} from '../../../../ports/payment-channel.ts';
import type { MakeKey } from '../deployment-keys.ts';
import { ONE_TRY_MS } from './connect-stripe.ts';
import { toStripeAmount } from './stripe-amounts.ts';
import { callStripe, detailOf, PAGE_SIZE, REFUND_KEY, timeOfAnswer } from './stripe-calls.ts';
import { readRefund } from './stripe-results.ts';

/**
 * The maximum number of pages that the gateway reads when it searches a payment's refunds for one refund. No payment has so
 * many refunds. Without a limit, a list that never ends would be read for ever.
 */
const MOST_REFUND_PAGES = 20;

/** Refunds a payment or a part of it. The idempotency key is made from the refund's ID. */
export async function refundIntent(
  stripe: Stripe,
  { refundId, payment, amount }: RefundOrder,
  keyFor: MakeKey,
): Promise<RefundAnswer> {
  const part = toStripeAmount(amount);
  if (part === undefined) {
    return {
      kind: 'refused',
      failure: { code: 'amount_not_supported', message: 'Stripe cannot return exactly this amount.' },
    };
  }
  const outcome = await callStripe(() =>
    stripe.refunds.create(
      {
        payment_intent: payment.opening.channelReference,
        amount: part.amount,
        metadata: { [REFUND_KEY]: refundId },
      },
      // Disable the retries of Stripe's package, because the package does not know the time after which this refund must no
      // longer be sent. If this process was suspended for a while, a retry could send a refund that another process has ended
      // meanwhile.
      { idempotencyKey: keyFor(refundId), maxNetworkRetries: 0, timeout: ONE_TRY_MS },
    ),
  );
  switch (outcome.kind) {
    case 'ok': {
      const answer = stateOf(outcome.answer, timeOfAnswer(outcome.answer));
      return answer.kind === 'unavailable' ? { kind: 'unknown', detail: answer.detail } : answer;
    }
    case 'refused':
      return { kind: 'refused', failure: { code: outcome.code, message: outcome.message } };
    case 'no_answer':
      return { kind: 'unknown', detail: outcome.detail };
  }
}

/**
 * Finds a refund among the refunds of its payment by the gateway's own refund ID, and reads its state. A refund that somebody
 * made at Stripe by hand has no such ID, so it is found by Stripe's own ID.
 */
export async function findRefund(
  stripe: Stripe,
  { refundId, payment, channelReference }: RefundReference,
): Promise<RefundInquiry> {
  const isNamed = ({ metadata }: Stripe.Refund) => metadata?.[REFUND_KEY] === refundId;
  const isMadeByHand = ({ id, metadata }: Stripe.Refund) =>
    id === channelReference && metadata?.[REFUND_KEY] === undefined;
  const listed = await listRefunds(stripe, payment.opening.channelReference, isNamed);
  if (listed.kind === 'unavailable') return listed;
  const refund = listed.refunds.find(isNamed) ?? listed.refunds.find(isMadeByHand);
  return refund === undefined ? { kind: 'not_received' } : stateOf(refund, listed.at);
}

/**
 * Lists the refunds of a payment.
 *
 * @param isLast the list ends at the first refund for which this returns true
 */
export async function listRefunds(
  stripe: Stripe,
  intentId: string,
  isLast: (refund: Stripe.Refund) => boolean = () => false,
): Promise<
  | {
      readonly kind: 'listed';
      readonly refunds: readonly Stripe.Refund[];
      /** When Stripe sent the end of the list; undefined if Stripe does not say. */
      readonly at: Date | undefined;
    }
  | { readonly kind: 'unavailable'; readonly detail: string }
> {
  const refunds: Stripe.Refund[] = [];
  for (let page = 0; page < MOST_REFUND_PAGES; page += 1) {
    const last = refunds.at(-1)?.id;
    const outcome = await callStripe(() =>
      stripe.refunds.list({
        payment_intent: intentId,
        limit: PAGE_SIZE,
        ...(last !== undefined && { starting_after: last }),
      }),
    );
    if (outcome.kind !== 'ok') return { kind: 'unavailable', detail: detailOf(outcome) };
    const { data, has_more: hasMore } = outcome.answer;
    refunds.push(...data);
    const at = timeOfAnswer(outcome.answer);
    if (!hasMore || data.length === 0 || data.some(isLast)) return { kind: 'listed', refunds, at };
  }
  return { kind: 'unavailable', detail: 'the list of refunds is too long' };
}

function stateOf(
  refund: Stripe.Refund,
  stateAt?: Date,
): Extract<RefundInquiry, { kind: 'pending' | 'ended' | 'unavailable' }> {
  const reading = readRefund(refund, stateAt);
  switch (reading.kind) {
    case 'ended':
      return { kind: 'ended', channelReference: refund.id, result: reading.result };
    case 'under_way':
      return { kind: 'pending', channelReference: refund.id, ...delayOf(refund) };
    case 'not_understood':
      return { kind: 'unavailable', detail: reading.detail };
  }
}

/**
 * Returns why Stripe does not make a refund yet. A refund of a card payment waits for the account's balance; other refunds fail
 * with the same reason (changelog of 2025-04-30, "Adds a field explaining why refunds are pending"; "Refund and cancel
 * payments").
 */
function delayOf({ pending_reason: reason }: Stripe.Refund): { readonly delay?: RefundDelay } {
  switch (reason) {
    case 'insufficient_funds':
      return { delay: 'balance_too_low' };
    case 'charge_pending':
      return { delay: 'payment_not_settled' };
    default:
      return {};
  }
}
