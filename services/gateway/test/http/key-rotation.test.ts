import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CheckoutClient } from './support/checkout-client.ts';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

/** Creates an order at one instance and opens it at the other. Then changes a secret at one, and calls the other. */
async function useBoth(merchant: MerchantAccount, [one, other]: readonly [Instance, Instance]) {
  const created = await merchant.create({}, { baseUrl: one.merchantUrl });
  expect(created.msg).toBe('success');
  const orderId = String(created.data.order_id);
  const session = String(created.data.pay_url).split('#session=')[1] ?? '';
  const page = new CheckoutClient({ orderId, session, baseUrl: other.checkoutUrl });
  expect((await page.order()).order_id).toBe(orderId);
  const secrets = `/admin/merchants/${merchant.merchantId}/webhook`;
  const body = { keep_previous_hours: 1 };
  const rotated = await bench.admin('POST', `${secrets}/rotate-secret`, body, { instance: one });
  expect(rotated.msg).toBe('success');
  expect((await bench.admin('POST', `${secrets}/retire-secret`, {}, { instance: other })).msg).toBe(
    'success',
  );
}

it('while both server keys are rotated in two phases, instances with the earlier and the later settings accept each other’s sessions and webhook secrets (fault 68)', async () => {
  const { KASSA_SESSION_KEYS: session = '', KASSA_ENCRYPTION_KEY: encryption = '' } = bench.main.variables;
  const [nextSession, nextEncryption] = [0, 1].map(() => randomBytes(32).toString('base64'));
  const phases = [
    [`${session},${nextSession}`, `${encryption},${nextEncryption}`],
    [`${nextSession},${session}`, `${nextEncryption},${encryption}`],
  ] as const;
  const merchant = await bench.onboard();
  let before: Instance = bench.main;
  for (const [KASSA_SESSION_KEYS, KASSA_ENCRYPTION_KEY] of phases) {
    const after = await bench.startAnother({ variables: { KASSA_SESSION_KEYS, KASSA_ENCRYPTION_KEY } });
    await useBoth(merchant, [before, after]);
    await useBoth(merchant, [after, before]);
    before = after;
  }
});
