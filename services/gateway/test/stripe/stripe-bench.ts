import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import { plainKeys, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import type { ChannelBench } from '../port-contracts/channel-bench.ts';
import type { StandInStripe } from './stand-in-stripe.ts';

/** Returns a channel to the stand-in for Stripe, or to another address under the same account. */
export function channelAt(
  stripe: StandInStripe,
  url: string,
  { secretKey = 'sk_test_1', timeoutMs }: { secretKey?: string | undefined; timeoutMs?: number } = {},
): StripeChannel {
  return new StripeChannel({
    keyFor: plainKeys,
    stripe: connectStripe({ secretKey, url, ...(timeoutMs && { timeoutMs }) }),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: ['whsec_previous', stripe.callbackSecret],
  });
}

/** Returns what the contract of every channel needs, at the stand-in for Stripe. */
export function benchAt(stripe: StandInStripe): ChannelBench {
  const bench: ChannelBench = {
    channel: channelAt(stripe, stripe.url),
    // Nothing listens on the discard port.
    unreachable: channelAt(stripe, 'http://127.0.0.1:9'),
    pay: async (payment, outcome) => {
      await bench.channel.submit(submissionOf(payment, null));
      stripe.confirm(payment.opening.channelReference, outcome);
    },
    reserve: async ({ opening }) => {
      stripe.isCapturedLater = true;
      stripe.confirm(opening.channelReference, 'succeeds');
    },
    codes: { declined: 'generic_decline', tooMuchToReturn: 'StripeInvalidRequestError' },
    newAttemptId,
    newRefundId,
    callbackAbout: async (reference, kind) => {
      const key = kind === 'payment' ? 'kassa_attempt_id' : 'kassa_refund_id';
      const find = () => stripe.eventAbout(key, reference);
      await expect.poll(find).toBeDefined();
      return stripe.signed(JSON.stringify(find()));
    },
    signed: (text) => stripe.signed(text),
    dispute: async ({ opening: { channelReference } }, state) => {
      const status = { opened: 'needs_response', won: 'won', lost: 'lost' }[state];
      const dueBy = Math.floor(Date.now() / 1000) + 86_400;
      stripe.dispute(channelReference, 'charge.dispute.updated', status, undefined, dueBy);
      return `dp_${channelReference}`;
    },
    returnedMinor: async ({ opening }) => stripe.returned(opening.channelReference),
  };
  return bench;
}

/** Returns what the channel reads from an event that Stripe has signed. */
export async function readEvent(stripe: StandInStripe, bench: ChannelBench, event: Stripe.Event) {
  const reading = await bench.channel.readCallback(stripe.signed(JSON.stringify(event)));
  return reading.kind === 'genuine' ? reading.callbacks[0]?.notification : reading;
}
