import { NotInstallable } from '@kassa/local-database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import { inTime, openingOrder, openPaymentAt, plainKeys, submissionOf } from '../builders/channel-calls.ts';
import { money } from '../builders/orders.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { StripeMock } from './stripe-mock.ts';

/** Checks that each call to Stripe has the format that Stripe's published API description requires. */

let mock: StripeMock | null = null;
let channel: StripeChannel;

beforeAll(async () => {
  try {
    mock = await StripeMock.start();
  } catch (error) {
    if (!(error instanceof NotInstallable)) throw error;
    console.log(`calls to Stripe are not tried: ${error.message}`);
    return;
  }
  channel = new StripeChannel({
    keyFor: plainKeys,
    stripe: connectStripe({
      secretKey: 'sk_test_1',
      url: `http://127.0.0.1:${mock.port}`,
    }),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: ['whsec_1'],
    takesCardNumbers: true,
  });
});
afterAll(() => mock?.stop());

describe('a call to Stripe', () => {
  const payment = () => {
    const amount = money(1_999, 'EUR');
    return openPaymentAt(channel, openingOrder({ attemptId: 'txn_1', amount, description: 'Coffee' }));
  };

  test('opens a payment', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    expect((await payment()).opening.channelReference).toMatch(/^pi_/);
  });

  // stripe-mock answers every call with an example, so the states in its answers mean nothing. The test checks only that no
  // call is refused.
  test('asks about a payment, and cancels it', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const reference = await payment();
    expect(JSON.stringify(await channel.ask(reference))).not.toMatch(/Stripe\w+Error/);
    expect(JSON.stringify(await channel.cancel(reference))).not.toMatch(/Stripe\w+Error/);
  });

  test('refunds a payment, and asks about the refund', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const reference = await payment();
    const refund = { refundId: 'rfd_1', payment: reference };
    expect(await channel.refund(inTime({ ...refund, amount: money(500, 'EUR') }))).toMatchObject({
      kind: 'ended',
    });
    expect(await channel.askRefund({ ...refund, channelReference: null, acceptedAt: new Date() })).toEqual({
      kind: 'not_received',
    });
  });

  test('asks about a dispute', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const answer = await channel.askDispute({ channelReference: 'dp_1', payment: await payment() });
    expect(answer).toMatchObject({
      kind: 'not_understood',
      detail: expect.stringContaining('another payment'),
    });
  });

  test('sends a card and confirms with it', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const reference = await payment();
    const answer = await channel.submit(submissionOf(reference, cards.succeeds));
    expect(JSON.stringify(answer)).not.toMatch(/Stripe\w+Error/);
    expect(answer.kind).not.toBe('refused');
  });

  test('captures a payment', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const { opening } = await payment();
    const stripe = connectStripe({ secretKey: 'sk_test_1', url: `http://127.0.0.1:${mock.port}` });
    const captured = await stripe.paymentIntents.capture(opening.channelReference, {
      expand: ['latest_charge'],
    });
    expect(captured.object).toBe('payment_intent');
  });

  test('reads the ledger', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const span = { from: new Date('2026-11-21T00:00:00Z'), before: new Date('2026-11-21T01:00:00Z') };
    expect(await channel.statement(span)).toMatchObject({ kind: 'statement' });
  });

  test('checks an account', async ({ skip }) => {
    if (mock === null) return skip('stripe-mock could not be installed');
    const steps = await channel.check();
    expect(steps[0]).toMatchObject({ outcome: 'passed' });
    expect(steps.length).toBeGreaterThan(2);
    // In stripe-mock's examples, the endpoint is not this channel's, and the payment is not cancelled. The test checks only
    // that no call was refused.
    expect(JSON.stringify(steps)).not.toMatch(/\(4\d\d\)|Stripe\w+Error|refused/);
  });
});
