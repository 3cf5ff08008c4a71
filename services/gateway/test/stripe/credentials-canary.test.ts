import { afterAll, beforeAll, expect, it } from 'vitest';
import { GatewayBench } from '../http/support/gateway-bench.ts';
import { GatewayProcess } from '../http/support/gateway-process.ts';
import { send } from '../http/support/http-call.ts';
import { newTransactionId } from '../http/support/merchant-account.ts';
import { StandInStripe } from './stand-in-stripe.ts';

/** Credentials that occur nowhere else, neither in full nor in Base64. */
const key = 'Canary7hQ2mZr9TbXw4Lk';
const secrets = {
  key: `sk_test_${key}1`,
  nextKey: `rk_test_${key}2`,
  previousSecret: `whsec_${key}3`,
};
const publicKey = 'pk_test_shown12345678';

let stripe: StandInStripe;
let bench: GatewayBench;
let gateway: GatewayProcess;
beforeAll(async () => {
  stripe = await StandInStripe.start();
  bench = await GatewayBench.start({
    isGatewayStarted: false,
    variables: { PROCESSOR_A_URL: stripe.url },
  });
  gateway = await GatewayProcess.start({ ...bench.main.variables, KASSA_LOG_LEVEL: 'debug' });
});
afterAll(async () => {
  await gateway.terminate();
  await bench.stop();
  await stripe.stop();
});

it('keys and secrets of an account are in no log, answer, metric, audit entry or other collection', async () => {
  const answers: string[] = [];
  const admin = async (method: string, target: string, body?: unknown) => {
    const answer = await bench.admin(method, target, body);
    answers.push(answer.text);
    return answer;
  };
  const before = { secretKey: secrets.key, publicKey: publicKey, callbackSecret: secrets.previousSecret };
  const after = { ...before, secretKey: secrets.nextKey, callbackSecret: stripe.callbackSecret };
  await admin('POST', '/admin/channels', { channel_type: 'ProcessorA', credentials: before });
  await admin('POST', '/admin/channels/ProcessorA/rotate', { credentials: after });
  const merchant = await bench.onboard();
  // Refused in every way that there is.
  const wrong = [{ ...after, [secrets.key]: 'x' }, [secrets.key], { ...after, secretKey: `${secrets.key} ` }];
  for (const credentials of wrong) {
    await admin('POST', '/admin/channels/ProcessorA/rotate', { credentials });
    await admin('POST', '/admin/channels', {
      channel_type: 'ProcessorA',
      merchant_id: merchant.merchantId,
      credentials,
    });
  }
  const error = { type: 'invalid_request_error', message: `Invalid API Key: ${secrets.nextKey}` };
  stripe.disturbNext({ kind: 'answer', status: 401, error }, { kind: 'break' }, { kind: 'break' });
  await admin('POST', '/admin/channels/ProcessorA/check');
  stripe.disturbNext();

  const number = newTransactionId();
  const checkout = await merchant.openCheckout({ merchant_transaction_id: number });
  const { extension } = await checkout.initialised('card');
  answers.push(JSON.stringify(extension));
  await checkout.submitted();
  stripe.confirm(String(extension.clientSecret).split('_secret_')[0] ?? '', 'succeeds');
  for (const event of stripe.events) {
    const { headers, body } = stripe.signed(JSON.stringify(event));
    for (const signature of [String(headers['stripe-signature']), `t=1,v1=${secrets.key}`]) {
      const told = await send(bench.main.merchantUrl, {
        method: 'POST',
        target: '/api/webhook/ProcessorA',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      });
      answers.push(told.text);
    }
  }
  expect(await checkout.result()).toMatchObject({ state: 'PAY_SUCCESS' });
  await merchant.acceptedRefund({ original_transaction_id: number, amount: 4 });
  await admin('POST', '/admin/channels/ProcessorA/retire-secret');
  await admin('GET', '/admin/channels');
  await admin('GET', '/admin/channels/ProcessorA');
  await admin('GET', '/admin/channel-types');
  await admin('GET', '/admin/audit');
  await admin('POST', '/admin/secrets/encrypt-anew', {});

  const collections = await bench.database.listCollections({}, { nameOnly: true }).toArray();
  const contents = await Promise.all(
    collections.map(async ({ name }) => ({
      place: name,
      text: JSON.stringify(await bench.database.collection(name).find({}).toArray()),
    })),
  );
  const { text: metrics } = await send(bench.main.operationsUrl, { method: 'GET', target: '/metrics' });
  const places = [
    ...contents,
    { place: 'log', text: gateway.output },
    { place: 'answers', text: answers.join('\n') },
    { place: 'metrics', text: metrics },
  ];
  const shapes = [
    key,
    encodeURIComponent(secrets.key),
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), Buffer.from(key)])
        .toString('base64')
        .slice(shift === 0 ? 0 : 4, -4),
    ),
    Buffer.from(key).toString('hex'),
    stripe.callbackSecret,
  ];
  const found = places.flatMap(({ place, text }) =>
    shapes.filter((shape) => text.includes(shape)).map((shape) => `${shape} in ${place}`),
  );
  expect(found).toEqual([]);
  // Check that the search covers the right places: all these collections must be among them.
  expect(places.map(({ place }) => place)).toEqual(
    expect.arrayContaining(['channel_accounts', 'audit_log', 'orders', 'channel_callbacks']),
  );
  expect(answers.join()).toContain(publicKey);
  expect(gateway.output).toContain('Kassa gateway is ready');
});
