import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CheckoutClient } from './support/checkout-client.ts';
import { type EnvelopeAnswer, openEnvelope } from './support/envelope-answer.ts';
import { callbackSecret, GatewayBench } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

let bench: GatewayBench;
let merchant: MerchantAccount;
beforeAll(async () => {
  // The processor's own callbacks come an hour late, so only the tests send callbacks.
  bench = await GatewayBench.start({ processor: { callbackDelayMs: 3_600_000 } });
  merchant = await bench.onboard();
});
afterAll(() => bench.stop());

type Report = Readonly<Record<string, unknown>>;

interface Delivery {
  readonly channel?: string;
  readonly secret?: string;
  readonly ageSeconds?: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly baseUrl?: string;
}

async function deliver(callback: unknown, delivery: Delivery = {}): Promise<EnvelopeAnswer> {
  const body = typeof callback === 'string' ? callback : JSON.stringify(callback);
  const timestamp = Math.floor(Date.now() / 1000) - (delivery.ageSeconds ?? 0);
  const digest = createHmac('sha256', delivery.secret ?? callbackSecret).update(`${timestamp}.${body}`);
  return openEnvelope(
    await send(delivery.baseUrl ?? bench.main.merchantUrl, {
      method: 'POST',
      target: `/api/webhook/${delivery.channel ?? 'Sandbox'}`,
      headers: {
        'content-type': 'application/json',
        'sandbox-signature': `t=${timestamp},v1=${digest.digest('hex')}`,
        ...delivery.headers,
      },
      body,
    }),
  );
}

/** What the processor says about a payment. */
function reportOf(attemptId: string, status: string, members: Report = {}) {
  const type = `payment.${status}`;
  const payment = {
    id: 'sbx_pay_1',
    status,
    amount_minor: 1050,
    currency: 'USD',
    reference: attemptId,
    redirect_url: null,
    action_url: null,
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2090 },
    failure: status === 'failed' ? { code: 'card_declined', message: 'Declined.' } : null,
    ...members,
  };
  return {
    id: `sbx_evt_${randomBytes(8).toString('hex')}`,
    type,
    created_at: new Date().toISOString(),
    payment,
  };
}

/** What the processor says about a payment that it has made, under its own ID of the payment. */
async function reportOn(attemptId: string, status: string, members: Report = {}) {
  const id = await bench.channelPaymentId(attemptId);
  return reportOf(attemptId, status, { id, ...members });
}

async function submittedCheckout(): Promise<{ checkout: CheckoutClient; attemptId: string }> {
  const checkout = await merchant.openCheckout();
  const { transactionId } = await checkout.payByCard('4242424242424242');
  return { checkout, attemptId: transactionId };
}

async function inboxCount(): Promise<number> {
  return bench.database.collection('channel_callbacks').countDocuments({});
}

describe('a callback', () => {
  it('that arrives a hundred times at once, and again later, makes one event', async () => {
    const { checkout, attemptId } = await submittedCheckout();
    const callback = await reportOn(attemptId, 'succeeded');
    const answers = await Promise.all(Array.from({ length: 100 }, () => deliver(callback)));
    expect(answers.every(({ msg }) => msg === 'success')).toBe(true);
    await checkout.result();
    expect((await deliver(callback)).msg).toBe('success');
    // The same report under another callback ID changes nothing either.
    expect((await deliver({ ...callback, id: 'sbx_evt_other' })).msg).toBe('success');
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ event_type }) => event_type)).toEqual([
      'order.payment.processing',
      'order.payment.succeeded',
    ]);
    const logged = { orderId: checkout.orderId };
    expect(await bench.database.collection('events').countDocuments(logged)).toBe(2);
    expect((await merchant.query(checkout.orderId)).refunds).toEqual([]);
  });

  it.each([
    ['succeeded', 'failed', 'cancelled'],
    ['failed', 'succeeded', 'cancelled'],
    ['failed', 'cancelled', 'succeeded'],
    ['cancelled', 'failed', 'succeeded'],
    ['cancelled', 'succeeded', 'failed'],
    ['succeeded', 'cancelled', 'failed'],
  ])('that says %s, then %s, then %s about one payment ends paid', async (...statuses) => {
    const { checkout, attemptId } = await submittedCheckout();
    for (const status of statuses) {
      expect((await deliver(await reportOn(attemptId, status))).msg).toBe('success');
      await expect.poll(() => isInboxApplied()).toBe(true);
    }
    expect(await merchant.query(checkout.orderId)).toMatchObject({ state: 'PAY_SUCCESS', refunds: [] });
  });

  it('that arrives before the submission ends is not lost', async () => {
    const checkout = await merchant.openCheckout();
    const { transactionId } = await checkout.initialised('card');
    await deliver(await reportOn(transactionId, 'succeeded'));
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
    const events = await bench.receiver.eventsOf(checkout.orderId, 2);
    expect(events.map(({ data }) => data.state)).toEqual(['PAYING', 'PAY_SUCCESS']);
    expect(
      (await checkout.submit({ number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' })).msg,
    ).toBe('ORDER_ALREADY_PAID');
  });
});

async function isInboxApplied(): Promise<boolean> {
  return (await bench.database.collection('channel_callbacks').countDocuments({ appliedAt: null })) === 0;
}

describe('a large callback', () => {
  const MIB = 1_048_576;

  it('is applied, because events of disputes contain their evidence', async () => {
    const { checkout, attemptId } = await submittedCheckout();
    const report = await reportOn(attemptId, 'succeeded');
    expect((await deliver({ ...report, evidence: 'я'.repeat(MIB * 0.9) })).msg).toBe('success');
    await expect.poll(async () => (await merchant.query(checkout.orderId)).state).toBe('PAY_SUCCESS');
  });

  it('is refused above 2 MiB, and counted for operators', async () => {
    const counted = async () => {
      const metrics = await (await fetch(`${bench.main.operationsUrl}/metrics`)).text();
      return Number(
        /kassa_callbacks_total\{channel="Sandbox",result="too_large"\} (\d+)/.exec(metrics)?.[1] ?? 0,
      );
    };
    const before = await counted();
    for (const channel of ['Sandbox', 'nothing']) {
      expect((await deliver('x'.repeat(2 * MIB + 1), { channel })).msg).toBe('PAYLOAD_TOO_LARGE');
    }
    expect(await counted()).toBe(before + 1);
  });
});

describe('fault 17: a forged callback is refused', () => {
  it.each<[string, Delivery]>([
    ['with another secret', { secret: 'another-secret-altogether' }],
    ['that is too old', { ageSeconds: 301 }],
    ['from the future', { ageSeconds: -301 }],
    ['without a signature', { headers: { 'sandbox-signature': '' } }],
    ['with an empty signature', { headers: { 'sandbox-signature': 't=1,v1=' } }],
    [
      'with a short signature',
      { headers: { 'sandbox-signature': `t=${Math.floor(Date.now() / 1000)},v1=ab` } },
    ],
    ['with two signatures', { headers: { 'sandbox-signature': ['t=1,v1=00', 't=2,v1=00'] } }],
    [
      'with an old scheme',
      { headers: { 'sandbox-signature': `t=${Math.floor(Date.now() / 1000)},v0=${'0'.repeat(64)}` } },
    ],
    [
      'with another channel’s signature',
      { headers: { 'sandbox-signature': '', 'stripe-signature': `t=1,v1=${'0'.repeat(64)}` } },
    ],
  ])('%s is refused with 401, and nothing is written', async (_what, delivery) => {
    const { checkout, attemptId } = await submittedCheckout();
    const before = await inboxCount();
    const { version } = await merchant.query(checkout.orderId);
    const refused = await deliver(reportOf(attemptId, 'succeeded'), delivery);
    expect([refused.status, refused.msg]).toEqual([401, 'INVALID_SIGNATURE']);
    expect(await inboxCount()).toBe(before);
    expect(await merchant.query(checkout.orderId)).toMatchObject({ state: 'PAYING', version });
  });

  it('whose body was changed after it was signed is refused', async () => {
    const { checkout, attemptId } = await submittedCheckout();
    const timestamp = Math.floor(Date.now() / 1000);
    const honest = JSON.stringify(reportOf(attemptId, 'failed'));
    const digest = createHmac('sha256', callbackSecret).update(`${timestamp}.${honest}`).digest('hex');
    const headers = { 'sandbox-signature': `t=${timestamp},v1=${digest}` };
    expect((await deliver(reportOf(attemptId, 'succeeded'), { headers })).status).toBe(401);
    expect((await merchant.query(checkout.orderId)).state).toBe('PAYING');
  });

  it.each([
    'ProcessorA',
    'ProcessorB',
    'sandbox',
    'nothing',
    '__proto__',
    'constructor',
    '%00',
    'Sandbox%2F',
  ])('for the unknown channel %s is answered 404', async (channel) => {
    const before = await inboxCount();
    const refused = await deliver(reportOf('txn_1', 'succeeded'), { channel });
    expect([refused.status, refused.msg]).toEqual([404, 'CHANNEL_NOT_FOUND']);
    expect(await inboxCount()).toBe(before);
  });
});

describe('a genuine callback', () => {
  it.each<[string, Report]>([
    ['another amount', { amount_minor: 1 }],
    ['more than the amount', { amount_minor: 1051 }],
    ['another currency', { currency: 'KWD' }],
  ])('with %s is set aside: no change of state, and an alert', async (_what, members) => {
    const { checkout, attemptId } = await submittedCheckout();
    const alerts = () => bench.metric('kassa_alerts_total{kind="result_quarantined"}');
    const before = await alerts();
    expect((await deliver(await reportOn(attemptId, 'succeeded', members))).msg).toBe('success');
    await expect.poll(alerts).toBe(before + 1);
    expect(await merchant.query(checkout.orderId)).toMatchObject({ state: 'PAYING', paid_at: null });
    expect((await bench.receiver.eventsOf(checkout.orderId, 1)).map(({ data }) => data.state)).toEqual([
      'PAYING',
    ]);
    // The right one is still taken.
    await deliver(await reportOn(attemptId, 'succeeded'));
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
  });

  it('a callback that pairs an attempt with the wrong payment at the processor changes nothing, and operators are alerted (fault 58)', async () => {
    const { checkout, attemptId } = await submittedCheckout();
    const alerts = () => bench.metric('kassa_alerts_total{kind="report_for_operator"}');
    const before = await alerts();
    expect((await deliver(reportOf(attemptId, 'succeeded', { id: 'sbx_pay_foreign' }))).msg).toBe('success');
    await expect.poll(alerts).toBe(before + 1);
    expect(await merchant.query(checkout.orderId)).toMatchObject({ state: 'PAYING', paid_at: null });
    await deliver(await reportOn(attemptId, 'succeeded'));
    expect((await checkout.result()).state).toBe('PAY_SUCCESS');
  });

  it.each([
    ['an attempt that is not there', reportOf('txn_00000000000000000000000000000000_1', 'succeeded')],
    ['a reference of another form', reportOf('$where', 'succeeded')],
    ['a kind nobody knows', { id: 'sbx_evt_kind', type: 'payout.made' }],
    ['a refund that is not there', { id: 'sbx_evt_ref', type: 'refund.succeeded', refund: refundReport() }],
  ])('about %s is accepted and changes nothing', async (_what, callback) => {
    expect((await deliver(callback)).msg).toBe('success');
    await expect.poll(() => isInboxApplied()).toBe(true);
    expect(await bench.metric('kassa_alerts_total{kind="duty_failed"}')).toBe(0);
  });

  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    [
      'depth 100 000',
      `{"id":"x","type":"payment.succeeded","payment":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    ],
    ['nothing known', '{"a":1}'],
    ['an operator as its ID', JSON.stringify({ ...reportOf('txn_1', 'succeeded'), id: { $gt: '' } })],
  ])('that contains %s is refused, and nothing is written', async (_what, body) => {
    const before = await inboxCount();
    expect((await deliver(body)).msg).toBe('INVALID_REQUEST');
    expect(await inboxCount()).toBe(before);
  });
});

function refundReport() {
  const amount = { amount_minor: 1, currency: 'USD' };
  return { id: 'r', payment_id: 'p', status: 'succeeded', ...amount, reference: 'none', failure: null };
}
