import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stripeMembers } from '../builders/channel-accounts.ts';
import { refusalOf } from '../http/support/envelope-answer.ts';
import { send } from '../http/support/http-call.ts';
import { newTransactionId } from '../http/support/merchant-account.ts';
import { type GatewayWithStripe, startGatewayWithStripe } from './gateway-with-stripe.ts';

let stop: GatewayWithStripe['stop'];
let stripe: GatewayWithStripe['stripe'];
let bench: GatewayWithStripe['bench'];
let merchant: GatewayWithStripe['merchant'];
let tell: GatewayWithStripe['tell'];

beforeAll(async () => {
  ({ stop, stripe, bench, merchant, tell } = await startGatewayWithStripe());
});
afterAll(() => stop());

describe('an order at Stripe', () => {
  test('is paid in Stripe’s element, becomes paid by Stripe’s callback, and is refunded and disputed', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { extension, channelType } = await checkout.initialised('card');
    expect({ extension, channelType }).toMatchObject({
      channelType: 'ProcessorA',
      extension: { paymentRenderType: 'PROCESSOR_ELEMENT', publicKey: stripeMembers.publicKey },
    });
    await checkout.submitted();
    const intentId = String(extension.clientSecret).split('_secret_')[0] ?? '';
    stripe.confirm(intentId, 'succeeds');
    // Send the events in reverse. So the event that names the card comes last.
    for (const event of stripe.events.toReversed()) expect((await tell(event)).status).toBe(200);
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    await expect
      .poll(() => merchant.query(number))
      .toMatchObject({ channel_type: 'ProcessorA', card: { brand: 'visa', last4: '4242' } });

    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
    await expect.poll(async () => (await merchant.query(number)).state).toBe('PARTIAL_REFUND');
    expect(stripe.returned(intentId)).toBe(400);

    const dispute = stripe.dispute(intentId, 'charge.dispute.created', 'needs_response');
    stripe.disturbNext({ kind: 'break' }, { kind: 'break' });
    const unasked = await tell(dispute);
    expect(refusalOf(unasked)).toMatchObject({ msg: 'UNAVAILABLE' });
    expect((await tell(dispute)).status).toBe(200);
    await expect.poll(async () => (await merchant.query(number)).state).toBe('IN_DISPUTE');
  });

  test('that a consumer pays with Link names the wallet and no card, to the merchant and on the receipt', async () => {
    const number = newTransactionId();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { extension } = await checkout.initialised('card');
    await checkout.submitted();
    stripe.confirm(String(extension.clientSecret).split('_secret_')[0] ?? '', 'succeeds', 'link');
    for (const event of stripe.events.slice(-2)) expect((await tell(event)).status).toBe(200);
    const result = await checkout.result();
    expect(result).toMatchObject({
      state: 'PAY_SUCCESS',
      receipt: { payment_method: 'card', wallet: 'link' },
    });
    const paid = await merchant.query(number);
    expect(paid).toMatchObject({ payment_method: 'card', wallet: 'link', channel_type: 'ProcessorA' });
    expect(paid).not.toHaveProperty('card');
  });
});

describe('the page of an order at Stripe', () => {
  test('loads only what Stripe’s library and its frames need, and only from Stripe', async () => {
    const { orderId } = await merchant.openCheckout();
    const { headers } = await send(bench.main.checkoutUrl, { method: 'GET', target: `/checkout/${orderId}` });
    const directives = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.filter((source) => /\b(stripe|link)\.com$/.test(source))];
        }),
    );
    expect(Object.fromEntries([...directives].filter(([, sources]) => sources.length > 0))).toEqual({
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com', 'https://link.com', 'https://*.link.com'],
      'img-src': ['https://*.link.com'],
      'frame-src': [
        ...['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        ...['https://link.com', 'https://*.link.com'],
      ],
    });
  });
});
