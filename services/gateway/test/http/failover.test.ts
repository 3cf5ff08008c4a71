import { compileValidator, OperatorOrder } from '@kassa/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayWithStripe, startGatewayWithStripe } from '../processor-a/gateway-with-stripe.ts';
import { cardOf } from './support/checkout-client.ts';
import { read } from './support/read-message.ts';

const readOrder = compileValidator(OperatorOrder);
let stop: GatewayWithStripe['stop'];
let stripe: GatewayWithStripe['stripe'];
let bench: GatewayWithStripe['bench'];
let merchant: GatewayWithStripe['merchant'];

beforeAll(async () => {
  ({ stop, stripe, bench, merchant } = await startGatewayWithStripe());
});
afterAll(() => stop());

const opening = 'POST /v1/payment_intents';
const openings = () => stripe.calls.filter(({ call }) => call === opening);

test('a processor that breaks off is left for the next one, and what it opens late is cancelled (fault 50)', async () => {
  const checkout = await merchant.openCheckout();
  const late = Promise.withResolvers<void>();
  // One tab waits for its answer, while both tries of the other are broken off.
  stripe.disturbNextOpenings({ kind: 'hold', until: late.promise }, { kind: 'break' }, { kind: 'break' });
  const slowTab = checkout.initialised('card');
  await expect.poll(() => openings().length, { interval: 20 }).toBe(1);
  const { transactionId, channelType } = await checkout.initialised('card');
  expect(channelType).toBe('Sandbox');
  late.resolve();
  expect(await slowTab).toMatchObject({ transactionId, channelType: 'Sandbox' });

  await checkout.submitted(cardOf('4242424242424242'));
  expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  await expect
    .poll(() => stripe.calls.map(({ call }) => call), { timeout: 4_000 })
    .toContain(`${opening}/pi_1/cancel`);
  // All tries were one payment there, which took nothing.
  expect(new Set(openings().map(({ key }) => key)).size).toBe(1);
  expect(stripe.events.map(({ type }) => type)).toEqual(['payment_intent.canceled']);
  const paid = await bench.processorDatabase.collection('payments').find().toArray();
  expect(paid).toMatchObject([{ reference: transactionId, status: 'succeeded' }]);

  const order = read(readOrder, await bench.admin('GET', `/admin/orders/${checkout.orderId}`));
  expect(order.refunds).toEqual([]);
  const passedOver = [
    { channel_id: 'ProcessorA', reason: 'unavailable' },
    { channel_id: 'SandboxVoucher', reason: 'not_offered' },
  ];
  expect(order.attempts).toMatchObject([
    { channel_id: 'ProcessorA', state: 'ABANDONED', route: { reason: 'preferred' } },
    {
      channel_id: 'Sandbox',
      state: 'SUCCEEDED',
      route: { reason: 'failover', passed_over: passedOver },
    },
  ]);
});
