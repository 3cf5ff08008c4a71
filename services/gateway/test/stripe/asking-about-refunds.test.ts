import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStripe } from '../../src/adapters/outbound/channels/stripe/connect-stripe.ts';
import { StripeChannel } from '../../src/adapters/outbound/channels/stripe/stripe-channel.ts';
import type { PaymentReference } from '../../src/ports/payment-channel.ts';
import { inTime, openingOrder, openPaymentAt, plainKeys } from '../builders/channel-calls.ts';
import { newAttemptId, newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
let channel: StripeChannel;

const connected = () => connectStripe({ secretKey: 'sk_test_1', url: stripe.url });

beforeAll(async () => {
  stripe = await StandInStripe.start();
  channel = new StripeChannel({
    keyFor: plainKeys,
    channelId: 'ProcessorA',
    stripe: connected(),
    publicKey: 'pk_test_1',
    callbackSecrets: [stripe.callbackSecret],
  });
});
afterAll(() => stripe.stop());

function opened(): Promise<PaymentReference> {
  return openPaymentAt(channel, openingOrder({ attemptId: newAttemptId(), amount: money(1_999, 'EUR') }));
}

test('the gateway can ask Stripe about a refund from the dashboard, although this refund has no ID of the gateway (fault 84)', async () => {
  const payment = await opened();
  const { channelReference: intentId } = payment.opening;
  stripe.confirm(intentId, 'succeeds');
  const byHand = await connected().refunds.create({ payment_intent: intentId, amount: 700 });
  const asked = { refundId: newRefundId(), payment, acceptedAt: new Date() };
  expect(await channel.askRefund({ ...asked, channelReference: byHand.id })).toEqual({
    kind: 'ended',
    channelReference: byHand.id,
    result: { kind: 'succeeded', returned: money(700, 'EUR'), stateAt: expect.any(Date) },
  });
  expect(await channel.askRefund({ ...asked, channelReference: null })).toEqual({ kind: 'not_received' });
});

test('a refund is found even if its payment has more than a hundred later ones', async () => {
  const payment = await opened();
  stripe.confirm(payment.opening.channelReference, 'succeeds');
  const refundIds = Array.from({ length: 130 }, () => newRefundId());
  const cent = money(1, 'EUR');
  for (const refundId of refundIds) await channel.refund(inTime({ refundId, payment, amount: cent }));
  const ask = (refundId: string) =>
    channel.askRefund({ refundId, payment, channelReference: null, acceptedAt: new Date() });
  expect(await ask(refundIds[0] ?? '')).toMatchObject({ result: { kind: 'succeeded', returned: cent } });
  expect(await ask('rfd_none')).toEqual({ kind: 'not_received' });
});
