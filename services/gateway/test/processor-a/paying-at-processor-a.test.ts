import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/index.ts';
import { openEnvelope, refusalOf } from '../http/support/envelope-answer.ts';
import { GatewayBench } from '../http/support/gateway-bench.ts';
import { send } from '../http/support/http-call.ts';
import { type MerchantAccount, newNumber } from '../http/support/merchant-account.ts';
import { StandInStripe } from './stand-in-stripe.ts';

let stripe: StandInStripe;
let bench: GatewayBench;
let merchant: MerchantAccount;

beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = await GatewayBench.start({
    variables: {
      PROCESSOR_A_SECRET_KEY: 'sk_test_12345678',
      PROCESSOR_A_PUBLIC_KEY: 'pk_test_12345678',
      PROCESSOR_A_CALLBACK_SECRET: stripe.callbackSecret,
      PROCESSOR_A_URL: `http://127.0.0.1:${stripe.port}`,
    },
  });
  merchant = await bench.onboard();
});
afterAll(async () => {
  await bench.stop();
  await stripe.stop();
});

async function tell(event: Stripe.Event) {
  const { headers, body } = stripe.signed(JSON.stringify(event));
  const signature = String(headers['stripe-signature']);
  return openEnvelope(
    await send(bench.main.merchantUrl, {
      method: 'POST',
      target: '/api/webhook/ProcessorA',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    }),
  );
}

describe('an order at ProcessorA', () => {
  test('is paid in the processor’s element, told by its callback, refunded and disputed', async () => {
    const number = newNumber();
    const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
    const { extension, channelType } = await checkout.initialised('card');
    expect({ extension, channelType }).toMatchObject({
      channelType: 'ProcessorA',
      extension: { paymentRenderType: 'PROCESSOR_ELEMENT', publicKey: 'pk_test_12345678' },
    });
    await checkout.submitted();
    const intentId = String(extension.clientSecret).split('_secret_')[0] ?? '';
    stripe.confirm(intentId, 'succeeds');
    // The event that says which card it was comes last.
    for (const event of stripe.events.toReversed()) expect((await tell(event)).status).toBe(200);
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    await expect
      .poll(() => merchant.query(number), { timeout: 10_000 })
      .toMatchObject({ channel_type: 'ProcessorA', card: { brand: 'visa', last4: '4242' } });

    await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
    await expect
      .poll(async () => (await merchant.query(number)).state, { timeout: 10_000 })
      .toBe('PARTIAL_REFUND');
    expect(stripe.returned(intentId)).toBe(400);

    const dispute = stripe.dispute(intentId, 'charge.dispute.created', 'needs_response');
    stripe.disturbNext({ kind: 'break' }, { kind: 'break' });
    const unasked = await tell(dispute);
    expect(refusalOf(unasked)).toMatchObject({ msg: 'UNAVAILABLE' });
    expect((await tell(dispute)).status).toBe(200);
    await expect
      .poll(async () => (await merchant.query(number)).state, { timeout: 10_000 })
      .toBe('IN_DISPUTE');
  });
});

describe('the page of an order at ProcessorA', () => {
  test('loads from Stripe what Stripe’s library and its frames need, and from nowhere else', async () => {
    const { orderId } = await merchant.openCheckout();
    const { headers } = await send(bench.main.checkoutUrl, { method: 'GET', target: `/checkout/${orderId}` });
    const directives = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.filter((source) => source.includes('stripe.com'))];
        }),
    );
    expect(Object.fromEntries([...directives].filter(([, sources]) => sources.length > 0))).toEqual({
      'script-src': ['https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ['https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    });
  });
});

describe('the configuration of ProcessorA', () => {
  const faultsOf = (variables: Readonly<Record<string, string>>) => {
    try {
      readConfig({ ...bench.main.variables, ...variables });
      return '';
    } catch (error) {
      return String(error);
    }
  };

  test('is asked for as a whole', () => {
    const { PROCESSOR_A_PUBLIC_KEY: _missing, ...others } = bench.main.variables;
    expect(() => readConfig(others)).toThrow('PROCESSOR_A_PUBLIC_KEY is not set');
  });

  test('never takes a key of the other environment', () => {
    expect(faultsOf({ PROCESSOR_A_SECRET_KEY: 'sk_live_12345678' })).toContain('sk or rk_test_');
    expect(faultsOf({ PROCESSOR_A_SECRET_KEY: 'rk_test_12345678' })).toBe('');
    const production = faultsOf({ KASSA_ENVIRONMENT: 'production' });
    expect(production).toContain('PROCESSOR_A_SECRET_KEY has a wrong value');
    expect(production).toContain('PROCESSOR_A_PUBLIC_KEY has a wrong value');
    expect(production).not.toContain('sk_test_12345678');
  });
});
