import { afterAll, beforeAll, expect, it } from 'vitest';
import { ElectingServers } from '../support/electing-servers.ts';
import { cardOf } from './support/checkout-client.ts';
import { GatewayBench } from './support/gateway-bench.ts';
import { GatewayProcess } from './support/gateway-process.ts';
import type { MerchantAccount } from './support/merchant-account.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ isGatewayStarted: false });
});
afterAll(() => bench.stop());

it('while the database elects another primary, calls wait, and payments succeed within 15 s (fault 72)', async () => {
  const servers = await ElectingServers.start(String(bench.main.variables.MONGODB_URI));
  const gateway = await GatewayProcess.start({ ...bench.main.variables, MONGODB_URI: servers.uri });
  const merchant = await bench.onboard();
  const payments = [];
  for (let primary = 1; primary <= 2; primary += 1) {
    servers.stepDown();
    payments.push(...Array.from({ length: 4 }, () => paidIn(merchant)));
    await expect.poll(() => servers.isLossNoticed, { timeout: 10_000 }).toBe(true);
    servers.elect(primary % 2 === 0 ? 0 : 1);
  }
  for (const { state, tookMs } of await Promise.all(payments)) {
    expect(state).toBe('PAY_SUCCESS');
    expect(tookMs).toBeLessThan(15_000);
  }
  expect(await gateway.terminate()).toBe(0);
  await servers.stop();
});

async function paidIn(merchant: MerchantAccount) {
  const startedAtMs = performance.now();
  const checkout = await merchant.openCheckout();
  await checkout.initialised('card');
  await checkout.submitted(cardOf('4242424242424242'));
  const { state } = await checkout.result();
  return { state, tookMs: performance.now() - startedAtMs };
}

it('a gateway whose database address would lose acknowledged writes does not start', async () => {
  const uri = new URL(String(bench.main.variables.MONGODB_URI));
  uri.searchParams.set('w', '1');
  const gateway = GatewayProcess.run({ ...bench.main.variables, MONGODB_URI: uri.href });
  expect(await gateway.exitCode()).toBe(1);
  expect(gateway.output).toBe(
    'MONGODB_URI is not safe: it sets w=1, and the gateway needs w=majority. Remove or correct this option.\n',
  );
});
