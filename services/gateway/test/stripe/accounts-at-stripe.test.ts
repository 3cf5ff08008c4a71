import { createHmac } from 'node:crypto';
import type { Channel, ChannelCheck, ChannelList } from '@kassa/contracts';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherStripeMembers, stripeMembers } from '../builders/channel-accounts.ts';
import { type EnvelopeAnswer, openEnvelope, refusalOf } from '../http/support/envelope-answer.ts';
import { GatewayBench, type Instance } from '../http/support/gateway-bench.ts';
import { send } from '../http/support/http-call.ts';
import { type MerchantAccount, newTransactionId } from '../http/support/merchant-account.ts';
import { withinASecond } from '../support/within-a-second.ts';
import { type Disturbance, StandInStripe } from './stand-in-stripe.ts';

const secrets = { deployment: 'whsec_deployment1', own: 'whsec_own_account1', next: 'whsec_own_account2' };

let stripe: StandInStripe;
let bench: GatewayBench;
let other: Instance;
let merchant: MerchantAccount;
let stranger: MerchantAccount;
let strangersId: string;

const credentials = (callbackSecret: string) => ({ ...stripeMembers, callbackSecret });
const ownCredentials = (callbackSecret: string) => ({
  ...otherStripeMembers('ofTheMerchant1'),
  callbackSecret,
});
const admin = (target: string, body?: unknown, instance = bench.main) =>
  bench.admin('POST', `/admin/channels${target}`, body, { instance });

beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = await GatewayBench.start({
    variables: { PROCESSOR_A_URL: stripe.url },
  });
  other = await bench.startAnother();
  merchant = await bench.onboard();
  stranger = await bench.onboard();
  strangersId = stranger.merchantId;
  await admin('', { channel_type: 'ProcessorA', credentials: credentials(secrets.deployment) });
  await admin('', {
    channel_type: 'ProcessorA',
    merchant_id: strangersId,
    credentials: ownCredentials(secrets.own),
  });
});
afterAll(async () => {
  await bench.stop();
  await stripe.stop();
});

/** Sends a callback that is signed as Stripe signs it ("Verify webhook signatures"). */
async function tell(channelId: string, event: Stripe.Event, secret: string, instance = bench.main) {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return openEnvelope(
    await send(instance.merchantUrl, {
      method: 'POST',
      target: `/api/webhook/${channelId}`,
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` },
      body,
    }),
  );
}

async function submitted(account: MerchantAccount) {
  const number = newTransactionId();
  const checkout = await account.openCheckout({ merchant_transaction_id: number });
  const { extension } = await checkout.initialised('card');
  await checkout.submitted();
  return { number, checkout, intentId: String(extension.clientSecret).split('_secret_')[0] ?? '' };
}

/** Lets the consumer pay, and returns Stripe's latest event about the payment. */
function paidEvent(intentId: string): Stripe.Event {
  stripe.confirm(intentId, 'succeeds');
  const event = stripe.events.findLast(({ type }) => type === 'payment_intent.succeeded');
  if (event === undefined) throw new Error('Stripe tells nothing');
  return event;
}

async function attemptsOf(orderId: string): Promise<readonly { readonly channelId: string }[]> {
  const order = await bench.database.collection<{ _id: string }>('orders').findOne({ _id: orderId });
  return (order as unknown as { order: { attempts: { channelId: string }[] } }).order.attempts;
}

const outcomeOf = (answer: EnvelopeAnswer) => (answer.status === 200 ? 'taken' : refusalOf(answer).msg);

describe('a merchant’s own account', () => {
  test('takes that merchant’s payments, and the deployment’s account takes those of all others', async () => {
    const mine = await submitted(merchant);
    expect(await attemptsOf(mine.checkout.orderId)).toMatchObject([{ channelId: 'ProcessorA' }]);
    const theirs = await submitted(stranger);
    const channelId = `ProcessorA-${strangersId}`;
    expect(await attemptsOf(theirs.checkout.orderId)).toMatchObject([{ channelId }]);
    expect(outcomeOf(await tell(channelId, paidEvent(theirs.intentId), secrets.own))).toBe('taken');
    expect(await theirs.checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  });

  test('cannot make another merchant’s order paid, even with a callback that it has signed', async () => {
    const { number, checkout, intentId } = await submitted(merchant);
    const event = paidEvent(intentId);
    // Only the event can tell the result. Otherwise, a gateway that asks Stripe meanwhile would find the payment succeeded.
    stripe.become(intentId, 'processing');
    const before = await bench.metric('kassa_alerts_total{kind="foreign_report"}');
    expect(outcomeOf(await tell(`ProcessorA-${strangersId}`, event, secrets.own))).toBe('taken');
    await expect.poll(() => bench.metric('kassa_alerts_total{kind="foreign_report"}')).toBe(before + 1);
    expect(await merchant.query(number)).toMatchObject({ state: 'PAYING', paid_at: null });
    // Callbacks to the deployment's address cannot be signed with the merchant's secret, nor callbacks to the merchant's
    // address with the deployment's secret.
    expect(outcomeOf(await tell('ProcessorA', event, secrets.own))).toBe('INVALID_SIGNATURE');
    const crossed = await tell(`ProcessorA-${strangersId}`, event, secrets.deployment);
    expect(outcomeOf(crossed)).toBe('INVALID_SIGNATURE');
    expect(outcomeOf(await tell('ProcessorA', event, secrets.deployment))).toBe('taken');
    expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  });

  test('gets a new callback secret on every instance within a second, and no callback is lost meanwhile', async () => {
    const channelId = `ProcessorA-${strangersId}`;
    const { intentId } = await submitted(stranger);
    const event = paidEvent(intentId);
    expect(outcomeOf(await tell(channelId, event, secrets.own, other))).toBe('taken');
    const rotated = await admin(`/${channelId}/rotate`, { credentials: ownCredentials(secrets.next) });
    expect(rotated.data).toMatchObject({ has_previous_callback_secret: true });
    const soon = (secret: string, outcome: string) =>
      withinASecond(async () => expect(outcomeOf(await tell(channelId, event, secret, other))).toBe(outcome));
    await soon(secrets.next, 'taken');
    await soon(secrets.own, 'taken');
    const third = await admin(`/${channelId}/rotate`, { credentials: ownCredentials('whsec_a_third_one') });
    expect(refusalOf(third).msg).toBe('SECRET_ROTATION_UNDER_WAY');
    const retired = await admin(`/${channelId}/retire-secret`);
    expect(retired.data).toMatchObject({ has_previous_callback_secret: false });
    await soon(secrets.own, 'INVALID_SIGNATURE');
    await soon(secrets.next, 'taken');
  });

  test('keeps its Stripe account once a payment has started there: keys of another account are refused', async () => {
    const channelId = `ProcessorA-${strangersId}`;
    const rotate = (keys: string) => {
      const given = { ...otherStripeMembers(keys), callbackSecret: secrets.next };
      return admin(`/${channelId}/rotate`, { credentials: given });
    };
    const keys = async () => (await bench.admin('GET', `/admin/channels/${channelId}`)).data as Channel;
    stripe.strangersKeys.add('sk_test_elsewhere1');
    const elsewhere = await rotate('elsewhere1');
    expect(refusalOf(elsewhere).msg).toBe('CHANNEL_ACCOUNT_DIFFERS');
    expect(elsewhere.text).toContain(`kassa-admin channel retire ${channelId}`);
    expect((await keys()).credentials).toMatchObject({ publicKey: 'pk_test_ofTheMerchant1' });

    stripe.unknownKeys.add('sk_test_mistyped123');
    const untold = await rotate('mistyped123');
    expect(refusalOf(untold).msg).toBe('CHANNEL_ERROR');
    expect(untold.text).not.toContain('mistyped123');

    expect((await rotate('ofTheMerchant2')).status).toBe(200);
    expect((await keys()).credentials).toMatchObject({ publicKey: 'pk_test_ofTheMerchant2' });
  });

  test('that is retired takes no new payments, and payments already started continue', async () => {
    const channelId = `ProcessorA-${strangersId}`;
    const begun = await submitted(stranger);
    expect((await admin(`/${channelId}/retire`)).data).toMatchObject({ state: 'retired' });
    await withinASecond(async () => {
      const { checkout } = await submitted(stranger);
      expect(await attemptsOf(checkout.orderId)).toMatchObject([{ channelId: 'ProcessorA' }]);
    });
    expect(outcomeOf(await tell(channelId, paidEvent(begun.intentId), secrets.next))).toBe('taken');
    expect(await begun.checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
    await stranger.acceptedRefund({ original_transaction_id: begun.number, amount: 4 });
    await expect.poll(() => stripe.returned(begun.intentId)).toBe(400);
    // An account that has taken payments cannot be removed.
    expect(refusalOf(await admin(`/${channelId}/remove`)).msg).toBe('CHANNEL_IN_USE');
    expect((await admin(`/${channelId}/enable`)).data).toMatchObject({ state: 'active' });
  });

  test('that was added by mistake can be retired, removed at once and added again', async () => {
    const merchant_id = (await bench.onboard()).merchantId;
    const mistaken = {
      channel_type: 'ProcessorA',
      merchant_id,
      credentials: otherStripeMembers('ofAMistake1'),
    };
    const channelId = `ProcessorA-${merchant_id}`;
    for (let round = 0; round < 2; round += 1) {
      expect((await admin('', mistaken)).status).toBe(200);
      expect(refusalOf(await admin(`/${channelId}/remove`)).msg).toBe('CHANNEL_IN_USE');
      await admin(`/${channelId}/retire`);
      expect((await admin(`/${channelId}/remove`)).data).toEqual({ channel_id: channelId });
    }
    expect(refusalOf(await admin(`/${channelId}/remove`)).msg).toBe('CHANNEL_NOT_FOUND');
  });

  test('cannot be removed once a payment has started there, even one that was never paid', async () => {
    const account = await bench.onboard();
    const channelId = `ProcessorA-${account.merchantId}`;
    await admin('', {
      channel_type: 'ProcessorA',
      merchant_id: account.merchantId,
      credentials: otherStripeMembers('hardlyUsed1'),
    });
    stripe.disturbNextOpenings({ kind: 'break' }, { kind: 'break' });
    const checkout = await account.openCheckout();
    expect((await checkout.initialised('card')).channelType).toBe('Sandbox');
    await admin(`/${channelId}/retire`);
    expect(refusalOf(await admin(`/${channelId}/remove`)).msg).toBe('CHANNEL_IN_USE');
  });
});

describe('a live check', () => {
  const check = async () => (await admin('/ProcessorA/check')).data as ChannelCheck;
  const endpoint = {
    url: 'https://api.pay.example/api/webhook/ProcessorA',
    status: 'enabled',
    api_version: '2024-10-28.acacia',
  };

  const eventsUpToTheOutcome = [
    ...['succeeded', 'payment_failed', 'canceled', 'processing'].map((name) => `payment_intent.${name}`),
    ...['refund.created', 'refund.updated', 'refund.failed', 'charge.succeeded'],
    ...['created', 'updated', 'closed', 'funds_withdrawn'].map((name) => `charge.dispute.${name}`),
  ];

  test('passes if the key is valid and the endpoint receives all events', async () => {
    stripe.endpoints = [{ ...endpoint, enabled_events: ['*'] }];
    expect(await check()).toMatchObject({
      outcome: 'passed',
      steps: [{}, {}, { outcome: 'passed' }, { outcome: 'passed' }],
    });
    // Look at the POST calls only, because the gateway may query earlier payments at any time.
    const made = stripe.calls.map(({ call }) => call).filter((call) => call.startsWith('POST '));
    expect(made.slice(-3)).toEqual([
      'POST /v1/payment_intents',
      expect.stringMatching(/^POST \/v1\/payment_intents\/pi_\d+\/cancel$/),
      // Of a payment that does not exist.
      'POST /v1/refunds',
    ]);
  });

  test('checks the account’s API version if the endpoint has none', async () => {
    stripe.endpoints = [{ ...endpoint, api_version: null, enabled_events: ['*'] }];
    const versionStep = async (version: string | null) => {
      stripe.accountVersion = version;
      return (await check()).steps[1];
    };
    const newest = '2026-10-28.endive';
    expect(await versionStep(newest)).toMatchObject({ outcome: 'passed', detail: null });
    const detail = 'its events have version 2025-08-27.basil';
    expect(await versionStep('2025-08-27.basil')).toMatchObject({ outcome: 'passed', detail });
    expect(await versionStep('2023-10-16')).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining('2023-10-16, which does not report refunds'),
    });
    expect(await versionStep(null)).toMatchObject({
      outcome: 'passed',
      detail: expect.stringContaining('2024-10-28.acacia or later'),
    });
  });

  test.each<[string, readonly Disturbance[], StandInStripe['endpoints'], string]>([
    ['a wrong key', [{ kind: 'answer', status: 401, error: { message: 'sk_test_1234567890' } }], [], '(401)'],
    ['no endpoint at all', [], [], 'none ends in /api/webhook/ProcessorA'],
    [
      'an endpoint with another address',
      [],
      [{ ...endpoint, url: `${endpoint.url}-x`, enabled_events: ['*'] }],
      'none ends',
    ],
    [
      'a disabled endpoint',
      [],
      [{ ...endpoint, status: 'disabled', enabled_events: ['*'] }],
      'it is disabled',
    ],
    ['too few events', [], [{ ...endpoint, enabled_events: ['refund.failed'] }], 'charge.dispute.closed'],
    // Only this event says that the bank has given back money of a dispute that was lost ("Types of events").
    [
      'no event about money that comes back after a lost dispute',
      [],
      [{ ...endpoint, enabled_events: [...eventsUpToTheOutcome] }],
      'charge.dispute.funds_reinstated',
    ],
    // With this warning, an operator can refund the payment before the consumer's bank opens a dispute ("The Early Fraud
    // Warning object").
    [
      'no event about suspected fraud',
      [],
      [{ ...endpoint, enabled_events: [...eventsUpToTheOutcome, 'charge.dispute.funds_reinstated'] }],
      'payment_intent.partially_funded, radar.early_fraud_warning.created, review.opened',
    ],
    [
      'a version without events about refunds',
      [],
      [{ ...endpoint, api_version: '2024-06-20', enabled_events: ['*'] }],
      '2024-06-20',
    ],
  ])('fails and says why: %s', async (_, disturbances, endpoints, detail) => {
    stripe.disturbNextChecks(...disturbances);
    stripe.endpoints = endpoints;
    const { outcome, steps } = await check();
    expect(outcome).toBe('failed');
    expect(JSON.stringify(steps)).toContain(detail);
    expect(JSON.stringify(steps)).not.toContain(stripeMembers.secretKey);
  });

  test('skips the steps for which a restricted key lacks the permission, and passes', async () => {
    const refusal = { kind: 'answer', status: 403, error: { type: 'invalid_request_error' } } as const;
    stripe.disturbNextChecks(refusal, refusal);
    const { outcome, steps } = await check();
    expect([outcome, ...steps.map((step) => step.outcome)]).toEqual([
      'passed',
      'skipped',
      'skipped',
      'passed',
      'passed',
    ]);
  });

  test('of the sandbox’s processor calls the processor', async () => {
    expect((await admin('/Sandbox/check')).data).toMatchObject({ outcome: 'passed' });
  });
});

describe('credentials', () => {
  const list = async () => ((await bench.admin('GET', '/admin/channels')).data as ChannelList).channels;

  test('are shown without their secrets', async () => {
    const shown = await bench.admin('GET', '/admin/channels/ProcessorA');
    expect((shown.data as Channel).credentials).toEqual({
      secretKey: null,
      publicKey: stripeMembers.publicKey,
      callbackSecret: null,
    });
    const ids = (await list()).map(({ channel_id }) => channel_id);
    expect(ids).toEqual(expect.arrayContaining(['ProcessorA', `ProcessorA-${strangersId}`, 'Sandbox']));
  });

  test('can be added once for each merchant and once for the deployment', async () => {
    const again = { channel_type: 'ProcessorA', credentials: credentials(secrets.deployment) };
    expect(refusalOf(await admin('', again)).msg).toBe('CHANNEL_EXISTS');
    expect(refusalOf(await admin('', { ...again, merchant_id: 'mer_none' })).msg).toBe('MERCHANT_NOT_FOUND');
  });

  test.each<[string, unknown]>([
    ['a live key in the sandbox', { ...stripeMembers, secretKey: 'sk_live_canary1234' }],
    ['a live publishable key', { ...stripeMembers, publicKey: 'pk_live_canary1234' }],
    ['a missing member', { secretKey: 'sk_test_canary1234', publicKey: 'pk_test_canary1234' }],
    ['a member of another name', { ...stripeMembers, canary: 'canary' }],
    ['a key in place of a member’s name', { ...stripeMembers, sk_test_canary1234: 'secretKey' }],
    ['a number', { ...stripeMembers, secretKey: 1234567890 }],
    ['null', { ...stripeMembers, callbackSecret: null }],
    ['a list', ['sk_test_canary1234']],
    ['an operator of the database', { ...stripeMembers, secretKey: { $gt: '' } }],
    ['a very long value', { ...stripeMembers, secretKey: `sk_test_canary${'1'.repeat(5_000)}` }],
    ['white space at its end', { ...stripeMembers, callbackSecret: 'whsec_canary1234\n' }],
  ])(
    'that are malformed are refused with the names of their members, and never quoted: %s',
    async (_, wrong) => {
      for (const answer of [
        await admin('', { channel_type: 'ProcessorA', merchant_id: merchant.merchantId, credentials: wrong }),
        await admin('/ProcessorA/rotate', { credentials: wrong }),
      ]) {
        expect(refusalOf(answer).msg).toBe('INVALID_REQUEST');
        expect(answer.text).not.toContain('canary');
      }
      expect((await list()).map(({ channel_id }) => channel_id)).not.toContain(
        `ProcessorA-${merchant.merchantId}`,
      );
    },
  );

  test('with a member named like an object’s built-in property are refused like other unknown members', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const text = JSON.stringify({ channel_type: 'ProcessorA', credentials: stripeMembers });
      const body = text.replace('"secretKey"', `"${name}":"x","secretKey"`);
      const answer = openEnvelope(
        await send(bench.main.operationsUrl, {
          method: 'POST',
          target: '/admin/channels',
          headers: {
            authorization: `Bearer ${bench.main.variables.KASSA_OPERATIONS_TOKEN}`,
            'content-type': 'application/json',
          },
          body,
        }),
      );
      expect(refusalOf(answer).msg).toBe('INVALID_REQUEST');
    }
    const polluted = await admin('', { channel_type: '__proto__', credentials: {} });
    expect(refusalOf(polluted).msg).toBe('INVALID_REQUEST');
  });
});
