import { afterAll } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { newAttemptId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { channelAt } from './stripe-bench.ts';

/** Starts a stand-in for Stripe, and a channel that calls it, for one test file. */
export async function useStripe(secretKey?: string) {
  const stripe = await StandInStripe.start();
  afterAll(() => stripe.stop());
  const channel = channelAt(stripe, stripe.url, { secretKey });
  return {
    stripe,
    channel,
    /** Stripe's library with the same account, for what somebody does at Stripe without the gateway. */
    dashboard: connectStripe({ secretKey: 'sk_test_1', url: stripe.url }),
    /** Opens a payment. */
    opened: (amount = money(1_999, 'EUR')) =>
      openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount })),
  };
}
