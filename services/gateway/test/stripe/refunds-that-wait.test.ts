import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readRefund } from '../../src/adapters/outbound/channels/stripe/stripe-results.ts';
import { inTime, openingOrder, openPaymentAt } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { publishedRefund } from './published/published-objects.ts';
import { StandInStripe } from './stand-in-stripe.ts';
import { channelAt } from './stripe-bench.ts';

let stripe: StandInStripe;
beforeAll(async () => {
  stripe = await StandInStripe.start();
});
afterAll(() => stripe.stop());
afterEach(() => {
  stripe.refundsWaitFor = null;
});

/** Each reason for which Stripe leaves a refund pending ("Adds a field explaining why refunds are pending"). */
const delays = {
  insufficient_funds: 'balance_too_low',
  charge_pending: 'payment_not_settled',
  processing: undefined,
} as const satisfies Record<Stripe.Refund.PendingReason, string | undefined>;

test.each(['insufficient_funds', 'charge_pending'] as const)(
  'Stripe’s reason why a refund waits is reported until the refund is made: %s',
  async (reason) => {
    const channel = channelAt(stripe, stripe.url);
    const amount = money(1_999, 'EUR');
    const payment = await openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount }));
    stripe.confirm(payment.opening.channelReference, 'succeeds');
    stripe.refundsWaitFor = reason;
    const refundId = newRefundId();
    const waiting = { kind: 'pending', delay: delays[reason] };
    expect(await channel.refund(inTime({ refundId, payment, amount }))).toMatchObject(waiting);
    const asked = { refundId, payment, channelReference: null, acceptedAt: new Date() };
    expect(await channel.askRefund(asked)).toMatchObject(waiting);
    // Somebody adds money to the balance, or the payment settles.
    stripe.refundsWaitFor = null;
    await channel.askRefund(asked);
    expect(await channel.askRefund(asked)).toMatchObject({
      kind: 'ended',
      result: { kind: 'succeeded', returned: amount },
    });
  },
);

test('a refund that Stripe processes as usual waits for nothing', async () => {
  const channel = channelAt(stripe, stripe.url);
  const amount = money(1_999, 'EUR');
  const payment = await openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount }));
  stripe.confirm(payment.opening.channelReference, 'refundFails');
  const answer = await channel.refund(inTime({ refundId: newRefundId(), payment, amount }));
  expect(answer).toEqual({ kind: 'pending', channelReference: expect.stringMatching(/^re_/) });
});

test('a refund that fails because of the account’s balance says so', () => {
  const failed = { ...publishedRefund, status: 'failed', failure_reason: 'insufficient_funds' };
  expect(readRefund(failed as unknown as Stripe.Refund)).toEqual({
    kind: 'ended',
    result: {
      kind: 'failed',
      failure: {
        code: 'insufficient_funds',
        message: 'The balance of the account at the processor is too low.',
      },
    },
  });
});
