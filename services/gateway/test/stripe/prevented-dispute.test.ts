import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import { openingOrder, openPaymentAt, submissionOf } from '../builders/channel-calls.ts';
import { newAttemptId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
beforeAll(async () => {
  stripe = await StandInStripe.start();
});
afterAll(() => stripe.stop());

/** Stripe gave the consumer the money before the bank made it a chargeback (`case_type` "resolution"). */
test('a callback that a dispute was resolved by giving the money back is not dropped in silence', async () => {
  const channel = new StripeChannel({
    stripe: connectStripe({ secretKey: 'sk_test_1', url: stripe.url }),
    channelId: 'ProcessorA',
    publicKey: 'pk_test_1',
    callbackSecrets: [stripe.callbackSecret],
  });
  const payment = await openPaymentAt(
    channel,
    openingOrder({ attemptId: newAttemptId(), amount: money(10_000, 'EUR') }),
  );
  await channel.submit(submissionOf(payment, null));
  stripe.confirm(payment.opening.channelReference, 'succeeds');
  const event = stripe.dispute(payment.opening.channelReference, 'charge.dispute.created', 'prevented');
  const card = { brand: 'visa', case_type: 'resolution', network_reason_code: '10.4' };
  Object.assign(event.data.object, { payment_method_details: { type: 'card', card } });
  const body = stripe.signed(JSON.stringify(event));
  const reading = await channel.readCallback({ ...body, receivedAt: new Date() });
  expect(reading).not.toMatchObject({
    kind: 'genuine',
    callbacks: [{ notification: { kind: 'irrelevant' } }],
  });
});
