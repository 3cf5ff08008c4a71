import { afterEach, expect, test } from 'vitest';
import { useStripe } from './use-stripe.ts';

const { stripe, channel } = await useStripe('rk_test_1');
afterEach(() => stripe.forbidden.clear());

const permissions = async () =>
  (await channel.check()).find(({ name }) => name === 'the key has the permissions that payments need');

test('the check of an account passes if the key may make and read everything that payments need', async () => {
  expect(await permissions()).toMatchObject({ outcome: 'passed', detail: null });
});

test.each([
  ['GET /v1/payment_intents', 'read payment intents'],
  ['GET /v1/refunds', 'read refunds'],
  ['POST /v1/refunds', 'make refunds'],
  ['GET /v1/disputes', 'read disputes'],
  ['GET /v1/balance_transactions', 'read balance transactions'],
  ['GET /v1/payment_method_configurations', 'read payment method configurations'],
])('the check of an account names what a restricted key may not do: %s', async (call, what) => {
  stripe.forbidden.add(call);
  const step = await permissions();
  expect(step).toMatchObject({ outcome: 'failed', detail: `the key may not ${what}` });
  expect(JSON.stringify(step)).not.toContain('rk_test_1');
});

test('the check of an account makes no refund', async () => {
  await channel.check();
  expect(stripe.events.filter(({ type }) => type.startsWith('refund.'))).toEqual([]);
});
