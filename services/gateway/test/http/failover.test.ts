import { compileValidator, OperatorOrder } from '@kassa/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILOVER_WITHIN_MS } from '../../src/application/checkout/initialise-checkout.ts';
import { CHANNEL_CALL_TIMEOUT_MS } from '../../src/ports/channel-timeouts.ts';
import { otherStripeMembers } from '../builders/channel-accounts.ts';
import { type GatewayWithStripe, startGatewayWithStripe } from '../stripe/gateway-with-stripe.ts';
import { cardOf } from './support/checkout-client.ts';
import { read } from './support/read-message.ts';

const readOrder = compileValidator(OperatorOrder);
let stop: GatewayWithStripe['stop'];
let stripe: GatewayWithStripe['stripe'];
let bench: GatewayWithStripe['bench'];
let merchant: GatewayWithStripe['merchant'];
let tell: GatewayWithStripe['tell'];

beforeAll(async () => {
  ({ stop, stripe, bench, merchant, tell } = await startGatewayWithStripe());
});
afterAll(() => stop());

const opening = 'POST /v1/payment_intents';
const openings = () => stripe.calls.filter(({ call }) => call === opening);

const orderAt = async (orderId: string) =>
  read(readOrder, await bench.admin('GET', `/admin/orders/${orderId}`));

test('if a processor breaks the connection, the next channel takes the payment; a payment that the first processor has opened after all is cancelled (fault 50)', async () => {
  const checkout = await merchant.openCheckout();
  const late = Promise.withResolvers<void>();
  // One tab waits for the processor's answer, while the processor breaks the connection of both tries of the other tab.
  stripe.disturbNextOpenings({ kind: 'hold', until: late.promise }, { kind: 'break' }, { kind: 'break' });
  const slowTab = checkout.initialised('card');
  await expect.poll(() => openings().length, { interval: 20 }).toBe(1);
  const { transactionId, channelType } = await checkout.initialised('card');
  expect(channelType).toBe('Sandbox');
  late.resolve();
  expect(await slowTab).toMatchObject({ transactionId, channelType: 'Sandbox' });

  await checkout.submitted(cardOf('4242424242424242'));
  expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  await expect.poll(() => stripe.calls.map(({ call }) => call)).toContain(`${opening}/pi_1/cancel`);
  // All tries had the same idempotency key, so the processor opened one payment, and took no money for it.
  expect(new Set(openings().map(({ key }) => key)).size).toBe(1);
  expect(stripe.events.map(({ type }) => type)).toEqual(['payment_intent.canceled']);
  const paid = await bench.processorDatabase.collection('payments').find().toArray();
  expect(paid).toMatchObject([{ reference: transactionId, status: 'succeeded' }]);

  const order = await orderAt(checkout.orderId);
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

test('if a processor hangs, another channel takes the payment before the payment page gives up; a payment that is also made at the first processor is noticed and returned (fault 50)', async () => {
  const late = Promise.withResolvers<void>();
  const hanging = { kind: 'hold', until: late.promise } as const;
  const checkout = await merchant.openCheckout();
  stripe.disturbNextOpenings(hanging, hanging);
  const startedAtMs = performance.now();
  const { transactionId, channelType, extension } = await checkout.initialised('card');
  expect(channelType).toBe('Sandbox');
  // The call ends within this time, whatever its channels do. The payment page waits a little longer than this.
  expect(performance.now() - startedAtMs).toBeLessThan(FAILOVER_WITHIN_MS + CHANNEL_CALL_TIMEOUT_MS);
  const orphan = stripe.latestIntentId;
  // The first processor opened the payment, but the consumer got nothing with which to pay it.
  expect(JSON.stringify(extension)).not.toContain(orphan);
  late.resolve();
  expect(await checkout.initialised('card')).toMatchObject({ transactionId });
  await checkout.submitted(cardOf('4242424242424242'));
  expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });

  // If the payment at the first processor is paid all the same, the gateway notices it.
  stripe.confirm(orphan, 'succeeds');
  for (const event of stripe.events.slice(-2)) expect((await tell(event)).status).toBe(200);
  await expect.poll(() => bench.metric('kassa_alerts_total{kind="money_returned"}')).toBe(1);
  const order = await orderAt(checkout.orderId);
  expect(order.refunds).toMatchObject([{ automatic: true, amount: 10.5 }]);
  expect(order.attempts).toMatchObject([
    { channel_id: 'ProcessorA', state: 'SUCCEEDED' },
    { channel_id: 'Sandbox', state: 'SUCCEEDED', route: { reason: 'failover' } },
  ]);
});

test('a processor that hangs during a card submission is not replaced, because the card may have been charged (fault 49)', async () => {
  const account = await bench.onboard();
  const credentials = { ...otherStripeMembers('takesCards1'), takesCardNumbers: 'yes' };
  const merchant_id = account.merchantId;
  await bench.admin('POST', '/admin/channels', { channel_type: 'ProcessorA', merchant_id, credentials });
  const checkout = await account.openCheckout();
  const { transactionId, extension } = await checkout.initialised('card');
  expect(extension.paymentRenderType).toBe('OWN_FORM');
  const late = Promise.withResolvers<void>();
  // The processor takes the card, and charges it only after the gateway has stopped waiting.
  stripe.disturbNext({ kind: 'none' }, { kind: 'slow_issuer', until: late.promise });
  const submission = checkout.submitted(cardOf('4242424242424242'));
  const whileUnknown = async () => {
    expect(await checkout.initialised('card')).toMatchObject({ transactionId, channelType: 'ProcessorA' });
    expect((await checkout.init('sandbox_wallet')).msg).toBe('PAYMENT_IN_PROGRESS');
  };
  await expect.poll(async () => (await checkout.status()).state).toBe('PAYING');
  await whileUnknown();
  await submission;
  await whileUnknown();
  late.resolve();
  expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  const order = await orderAt(checkout.orderId);
  expect(order.refunds).toEqual([]);
  expect(order.attempts).toMatchObject([{ channel_id: `ProcessorA-${merchant_id}`, state: 'SUCCEEDED' }]);
  // The gateway asks the processor for the result 5 s, 15 s and 35 s after the submission.
});
