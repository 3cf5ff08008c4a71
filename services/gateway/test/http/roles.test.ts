import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({ variables: { KASSA_ROLES: 'api' } });
});
afterAll(() => bench.stop());

const get = (baseUrl: string, target: string) => send(baseUrl, { method: 'GET', target });

describe('an instance that is only a worker', () => {
  let worker: Instance;
  beforeAll(async () => {
    worker = await bench.startAnother({ variables: { KASSA_ROLES: 'worker' } });
  });

  it('serves its health and metrics on the operations port', async () => {
    expect((await get(worker.operationsUrl, '/health/live')).status).toBe(200);
    expect((await get(worker.operationsUrl, '/health/ready')).text).toBe('{"status":"ready"}');
    expect((await get(worker.operationsUrl, '/metrics')).text).toContain('# TYPE kassa_alerts_total counter');
  });

  it('serves no administration, and opens no other port', async () => {
    expect((await get(worker.operationsUrl, '/admin/merchants')).status).toBe(404);
    await expect(get(worker.merchantUrl, '/')).rejects.toThrow('ECONNREFUSED');
    await expect(get(worker.checkoutUrl, '/')).rejects.toThrow('ECONNREFUSED');
  });
});
