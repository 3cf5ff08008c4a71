import { expect, test } from 'vitest';
import { inTime } from '../builders/channel-calls.ts';
import { newRefundId } from '../builders/new-references.ts';
import { money } from '../builders/orders.ts';
import { useStripe } from './use-stripe.ts';

const { stripe, channel, dashboard, opened } = await useStripe();

test('the gateway can ask Stripe about a refund from the dashboard, although this refund has no ID of the gateway (fault 84)', async () => {
  const payment = await opened();
  const { channelReference: intentId } = payment.opening;
  stripe.confirm(intentId, 'succeeds');
  const byHand = await dashboard.refunds.create({ payment_intent: intentId, amount: 700 });
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
