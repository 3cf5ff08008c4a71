import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { callAdyen } from '../../src/adapters/outbound/channels/adyen/adyen-calls.ts';
import { AdyenTransport } from '../../src/adapters/outbound/channels/adyen/adyen-transport.ts';
import { faultCodeOf } from '../../src/adapters/outbound/channels/fault-code.ts';
import { ProcessorConnection } from '../../src/adapters/outbound/channels/sandbox-processor/processor-connection.ts';
import { callStripe } from '../../src/adapters/outbound/channels/stripe/stripe-calls.ts';
import { LoopbackServer } from '../support/loopback-server.ts';

/** An address at which nothing listens. */
async function deadAddress(): Promise<URL> {
  const server = await LoopbackServer.start(() => {});
  await server.stop();
  return new URL(server.url);
}

test('an operator learns why the sandbox processor cannot be reached', async () => {
  const connection = new ProcessorConnection({ baseUrl: (await deadAddress()).origin, apiKey: 'key' });
  const read = () => ({ kind: 'valid', value: null }) as const;
  expect(await connection.call(read, 'GET', '/payments/1')).toEqual({
    kind: 'no_answer',
    detail: 'it refuses connections (ECONNREFUSED)',
  });
  await connection.close();
});

test('an operator learns why Stripe cannot be reached', async () => {
  const { hostname: host, port } = await deadAddress();
  const stripe = new Stripe('sk_test_1', { host, port, protocol: 'http', maxNetworkRetries: 0 });
  expect(await callStripe(() => stripe.balance.retrieve())).toMatchObject({
    kind: 'no_answer',
    detail: 'it refuses connections (ECONNREFUSED)',
  });
});

test('an operator learns why Adyen cannot be reached', async () => {
  const { origin } = await deadAddress();
  const transport = new AdyenTransport({ timeoutMs: 10_000, origin, keyFor: (key) => key, fetch });
  const answer = await callAdyen(() =>
    transport.request('https://adyen.example/v71/payments', '{}', {}, true),
  );
  expect(answer).toEqual({ kind: 'no_answer', detail: 'Adyen: it refuses connections (ECONNREFUSED)' });
});

test('the code of a fault is never a text that could quote the request', () => {
  const quoting = Object.assign(new Error('no'), { code: 'card 4242 4242 4242 4242' });
  expect(faultCodeOf(quoting)).toBeUndefined();
  expect(faultCodeOf(new Error('no', { cause: Object.assign(new Error(), { code: 'ENOTFOUND' }) }))).toBe(
    'ENOTFOUND',
  );
  expect(faultCodeOf(AbortSignal.abort().reason)).toBeUndefined();
});
