import { type ErrorName, errorNames } from '@kassa/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CheckoutClient, cardOf } from './support/checkout-client.ts';
import { DatabaseDetour } from './support/database-detour.ts';
import { type EnvelopeAnswer, openEnvelope } from './support/envelope-answer.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { type HttpCall, send } from './support/http-call.ts';
import {
  createPath,
  type MerchantAccount,
  newKeyPair,
  paymentOf,
  paymentQueryPath,
  refundQueryPath,
} from './support/merchant-account.ts';
import { MovableClock } from './support/movable-clock.ts';
import { newNonce } from './support/signed-client.ts';

const clock = new MovableClock();
let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  bench = await GatewayBench.start({ replacements: { clock } });
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

async function callOf(server: 'merchantUrl' | 'checkoutUrl', call: HttpCall): Promise<EnvelopeAnswer> {
  return openEnvelope(await send(bench.main[server], call));
}

async function at<Answer>(moment: number, call: () => Promise<Answer>): Promise<Answer> {
  clock.stopAt(new Date(moment));
  try {
    return await call();
  } finally {
    clock.run();
  }
}

async function refundOf(card: string | undefined, members: Readonly<Record<string, unknown>>) {
  const order = await merchant.paidOrder(card);
  return merchant.refund({ original_transaction_id: order.merchant_transaction_id, ...members });
}

async function disputedOrder(): Promise<string> {
  const checkout = await merchant.openCheckout();
  await checkout.payByCard('4000000000000259');
  await bench.receiver.eventsOf(checkout.orderId, 3);
  return (await merchant.query(checkout.orderId)).merchant_transaction_id;
}

async function paidCheckout(): Promise<CheckoutClient> {
  const checkout = await merchant.openCheckout();
  await checkout.payByCard('4242424242424242');
  await checkout.result();
  return checkout;
}

async function twice(create: () => Promise<EnvelopeAnswer>): Promise<EnvelopeAnswer> {
  await create();
  return create();
}

/** For each error that a caller can cause, a call that causes it. `openEnvelope` checks what all answers have in common. */
const provocations: Readonly<Partial<Record<ErrorName, () => Promise<EnvelopeAnswer>>>> = {
  INVALID_REQUEST: () => merchant.create({ nonsense: 1 }),
  INVALID_AMOUNT: () => merchant.create({ amount: 0 }),
  UNSUPPORTED_CURRENCY: () => merchant.create({ currency_code: 'XXX' }),
  INVALID_SIGNATURE: () => merchant.create({}, { privateKey: newKeyPair().privateKey }),
  TIMESTAMP_EXPIRED: () => merchant.create({}, { timestamp: '1700000000000' }),
  SESSION_INVALID: () =>
    callOf('checkoutUrl', { method: 'GET', target: '/api/web/checkout/order?orderId=x' }),
  SESSION_EXPIRED: async () => {
    const checkout = await merchant.openCheckout();
    return at(Date.now() + 2 * 86_400_000, () => checkout.init('card'));
  },
  OPERATOR_UNAUTHORISED: () => bench.admin('GET', '/admin/merchants/x', undefined, { token: 'wrong' }),
  OPERATOR_FORBIDDEN: async () => {
    const { data } = await bench.admin('POST', '/admin/operators', { name: 'ann', role: 'viewer' });
    return bench.admin('POST', '/admin/merchants', {}, { token: String(data.token) });
  },
  OPERATOR_TOKEN_NOT_FOUND: () => bench.admin('POST', '/admin/operators/opt_none/revoke'),
  IP_NOT_ALLOWED: async () => (await bench.onboard({ ip_allow_list: ['203.0.113.7'] })).create(),
  NOT_FOUND: () => callOf('merchantUrl', { method: 'GET', target: '/nothing' }),
  ORDER_NOT_FOUND: () => merchant.client.call('GET', `${paymentQueryPath}/none`),
  REFUND_NOT_FOUND: () => merchant.client.call('GET', `${refundQueryPath}/none`),
  CHANNEL_NOT_FOUND: () =>
    callOf('merchantUrl', {
      method: 'POST',
      target: '/api/webhook/None',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  MERCHANT_NOT_FOUND: () => bench.admin('GET', '/admin/merchants/mer_none'),
  METHOD_NOT_ALLOWED: () => callOf('merchantUrl', { method: 'GET', target: createPath }),
  BUSY: () => {
    const nonce = newNonce();
    return twice(() => merchant.create({}, { nonce }));
  },
  DUPLICATE_TRANSACTION: async () => {
    await merchant.create({ merchant_transaction_id: 'duplicate' });
    return merchant.create({ merchant_transaction_id: 'duplicate', amount: 1 });
  },
  DUPLICATE_REFUND: async () => {
    await refundOf(undefined, { transaction_id: 'duplicate', amount: 1 });
    return refundOf(undefined, { transaction_id: 'duplicate', amount: 1 });
  },
  ORDER_ALREADY_PAID: async () => (await paidCheckout()).init('card'),
  PAYMENT_IN_PROGRESS: async () => {
    const checkout = await merchant.openCheckout();
    await checkout.payByCard('4000000000003220');
    return checkout.init('sandbox_wallet');
  },
  ATTEMPT_SUPERSEDED: async () => {
    const checkout = await merchant.openCheckout();
    const { transactionId } = await checkout.initialised('card');
    await checkout.initialised('sandbox_wallet');
    return checkout.submit(cardOf('4242424242424242'), transactionId);
  },
  DUPLICATE_PUBLIC_KEY: () =>
    bench.admin('POST', '/admin/merchants', {
      name: 'Copy',
      public_key: merchant.publicKeyPem,
      webhook_url: 'https://shop.example/',
    }),
  ORDER_EXPIRED: async () => {
    const checkout = await merchant.openCheckout();
    return at(Date.now() + 3_600_000, () => checkout.init('card'));
  },
  PAYLOAD_TOO_LARGE: () => merchant.client.call('POST', createPath, `"${'x'.repeat(65_536)}"`),
  UNSUPPORTED_MEDIA_TYPE: () => merchant.create({}, { headers: { 'content-type': 'text/plain' } }),
  REFUND_EXCEEDS_AMOUNT: () => refundOf(undefined, { amount: 10.51 }),
  ORDER_NOT_REFUNDABLE: async () => {
    await merchant.create({ merchant_transaction_id: 'unpaid' });
    return merchant.refund({ original_transaction_id: 'unpaid', amount: 1 });
  },
  ORDER_IN_DISPUTE: async () =>
    merchant.refund({ original_transaction_id: await disputedOrder(), amount: 1 }),
  CURRENCY_MISMATCH: () => refundOf(undefined, { amount: 1, currency_code: 'EUR' }),
  PAYMENT_METHOD_UNAVAILABLE: async () => (await merchant.openCheckout()).init('cash'),
  PAYMENT_NOT_INITIALISED: async () => (await merchant.openCheckout()).submit(cardOf('4242424242424242')),
  INTERNAL_ERROR: async () => {
    await merchant.create({ merchant_transaction_id: 'damaged' });
    const damage = { $set: { 'order.refunds': 'mongodb://driver.ts:1:1' } };
    await bench.database.collection('orders').updateOne({ 'order.merchantTransactionId': 'damaged' }, damage);
    return merchant.client.call('GET', `${paymentQueryPath}/damaged`);
  },
};

/** Errors that other tests cause, because a single call is not enough to cause them. */
const provokedElsewhere: readonly ErrorName[] = [
  'MERCHANT_DISABLED',
  'MERCHANT_MOVE_NOT_POSSIBLE',
  'KEY_NOT_FOUND',
  'LAST_ACTIVE_KEY',
  'TOO_MANY_KEYS',
  'TOO_MANY_REFUNDS',
  'CHANNEL_EXISTS',
  'CHANNEL_ACCOUNT_TAKEN',
  'CHANNEL_IN_USE',
  'CHANNEL_ACCOUNT_DIFFERS',
  'HTTPS_REQUIRED',
  'TOO_MANY_ATTEMPTS',
  'WORK_UNDER_WAY',
  'TRIGGER_NOT_POSSIBLE',
  'CLOCK_ONLY_FORWARD',
  'CLOCK_TOO_FAR_AHEAD',
  'NOTHING_DUE',
  'EVENT_NOT_FOUND',
  'SECRET_ROTATION_UNDER_WAY',
  'WEBHOOK_SWITCHED_OFF',
  'CASE_NOT_FOUND',
  'ATTEMPT_NOT_FOUND',
  'REFUND_NOT_CANCELLABLE',
  'RETURN_NOT_REPEATABLE',
  'REFUND_NOT_CONCLUDABLE',
  'DISPUTE_NOT_CONCLUDABLE',
  'ORDER_FULL',
  'ORDER_ARCHIVED',
  'CUSTOMER_NOT_ERASABLE',
  'CASE_NOT_SETTLEABLE',
  'LAST_ADMIN_TOKEN',
  'RATE_LIMITED',
  'CHANNEL_ERROR',
  'UNAVAILABLE',
];

describe('an error', () => {
  it.each(Object.entries(provocations))(
    '%s has its name, number, status and request ID',
    async (name, provoke) => {
      const answer = await provoke();
      expect(answer.msg, answer.text).toBe(name);
      expect(answer.data).toBeNull();
    },
  );

  it('inside the gateway reveals nothing internal', async () => {
    const answer = await provocations.INTERNAL_ERROR?.();
    expect(answer?.error?.detail).toBe(
      'The gateway failed unexpectedly. Report the request_id to the gateway’s operator.',
    );
  });

  it('of every kind in the table is provoked by a test', () => {
    expect(new Set([...Object.keys(provocations), ...provokedElsewhere])).toEqual(new Set(errorNames));
  });

  it('has another request ID each time, whatever ID the caller brings', async () => {
    const call = { method: 'GET', target: '/nothing', headers: { 'x-request-id': 'req_forged' } };
    const [one, two] = [await callOf('merchantUrl', call), await callOf('merchantUrl', call)];
    expect(one.error?.request_id).not.toBe(two.error?.request_id);
    expect(one.text).not.toContain('req_forged');
  });
});

describe('while the channel is not reachable', () => {
  it('a payment cannot be started, but can be once the channel is back', async () => {
    const cutOff = await bench.startAnother({ variables: { SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:9' } });
    const checkout = await merchant.openCheckout();
    const init = { orderId: checkout.orderId, paymentMethodCode: 'card' };
    const refused = openEnvelope(
      await send(cutOff.checkoutUrl, {
        method: 'POST',
        target: '/api/web/checkout/init',
        headers: { 'x-session-signature': checkout.session, 'content-type': 'application/json' },
        body: JSON.stringify(init),
      }),
    );
    expect(refused.msg).toBe('CHANNEL_ERROR');
    await checkout.payByCard('4242424242424242');
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
  });
});

describe('while the database is not reachable', () => {
  let instance: Instance;
  let detour: DatabaseDetour;
  beforeAll(async () => {
    detour = await DatabaseDetour.to(bench.main.variables.MONGODB_URI ?? '');
    instance = await bench.startAnother({ variables: { MONGODB_URI: detour.uri } });
  });

  it('every call is answered UNAVAILABLE with Retry-After, and readiness is false', async () => {
    const checkout = await merchant.openCheckout();
    detour.cut();
    const headers = { 'x-session-signature': checkout.session };
    const target = `/api/web/checkout/order?orderId=${checkout.orderId}`;
    const body = paymentOf();
    const [created, read, ready] = await Promise.all([
      merchant.client.call('POST', createPath, body, { baseUrl: instance.merchantUrl }),
      send(instance.checkoutUrl, { method: 'GET', target, headers }).then(openEnvelope),
      send(instance.operationsUrl, { method: 'GET', target: '/health/ready' }),
    ]);
    for (const answer of [created, read]) {
      expect(answer.msg).toBe('UNAVAILABLE');
      expect(answer.error?.detail).toBe(
        'The gateway cannot process the request right now. Repeat the identical request.',
      );
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(ready.status).toBe(503);
    expect(ready.text).not.toMatch(/[Mm]ongo|ECONN|127\.0\.0\.1/);
    // The identical request succeeds, signed anew, at an instance that reaches the database.
    expect((await merchant.client.call('POST', createPath, body)).msg).toBe('success');
  });
});
