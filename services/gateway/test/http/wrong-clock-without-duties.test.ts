import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GatewayBench } from './support/gateway-bench.ts';

let bench: GatewayBench;
beforeAll(async () => {
  // Put this process's clock an hour ahead of the database server's.
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 3_600_000);
  bench = await GatewayBench.start({ variables: { KASSA_ROLES: 'api' } });
});
afterAll(async () => {
  await bench.stop();
  vi.restoreAllMocks();
});

/**
 * An instance stores the times at which work is due, for example the return of a late payment that a callback reports. If its
 * clock is ahead, this work rests until then. The README says that such an instance raises `clock_wrong`.
 */
test('an instance that runs no duties raises an alert too if its clock is wrong', async () => {
  const alerts = () => bench.metric('kassa_alerts_total{kind="clock_wrong"}');
  await expect.poll(alerts).toBeGreaterThan(0);
});
