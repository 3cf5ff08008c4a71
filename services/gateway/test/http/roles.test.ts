import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { GatewayBench, type Instance } from './support/gateway-bench.ts';
import { send } from './support/http-call.ts';

const { promise: stopDelay, resolve: endStopDelay } = Promise.withResolvers<void>();

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start({
    variables: { KASSA_ROLES: 'api', KASSA_STOP_DELAY_SECONDS: '47' },
    replacements: { stopDelay: (ms) => (ms === 47_000 ? stopDelay : Promise.resolve()) },
  });
});
afterAll(() => {
  endStopDelay();
  return bench.stop();
});

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

test('the guide about monitoring lists exactly the metrics that the gateway exports, with their labels', async () => {
  const both = await bench.startAnother({
    variables: {
      KASSA_ROLES: 'api,worker',
      KASSA_STOP_DELAY_SECONDS: '0',
      KASSA_ALERT_WEBHOOK: 'http://127.0.0.1:9/alerts',
      KASSA_ALERT_MAIL_SERVER: 'smtp://127.0.0.1:9',
      KASSA_ALERT_MAIL_FROM: 'kassa@pay.example',
      KASSA_ALERT_MAIL_TO: 'on-call@shop.example',
    },
  });
  const merchant = await bench.onboard();
  // Metrics of channels and calls appear with the first call.
  await merchant.openCheckout().then((checkout) => checkout.initialised('card'));
  await bench.metric('x', both);
  const texts = await Promise.all(
    [both, bench.main].map(async ({ operationsUrl }) => (await get(operationsUrl, '/metrics')).text),
  );
  const exported = texts.join('\n').match(/(?<=^# TYPE )kassa_\w+/gm) ?? [];
  const guide = readFileSync(new URL('../../../../docs/guides/monitoring.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| `(kassa_\w+)` \| ([^|]*) \|/gm)];
  expect(rows.map(([, name]) => name).toSorted()).toEqual([...new Set(exported)].sort());
  for (const [, name, labels = ''] of rows) {
    const sample = new RegExp(`^${name}(?:_count)?(?:\\{(.*?)\\})? `, 'm').exec(texts.join('\n'));
    if (sample === null) continue;
    const used = sample[1]?.match(/\w+(?==")/g) ?? [];
    expect(labels.match(/(?<=`)\w+(?=`)/g) ?? [], name).toEqual(used);
  }
});

describe('an instance that a signal stops', () => {
  it('is no longer ready, serves calls until the delay ends, and only then closes its ports', async () => {
    const merchant = await bench.onboard();
    const { gateway, operationsUrl, merchantUrl } = bench.main;
    const stopped = gateway?.stop();
    const ready = await get(operationsUrl, '/health/ready');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      503,
      { status: 'not ready', faults: ['the instance is stopping'] },
    ]);
    expect((await get(operationsUrl, '/health/live')).status).toBe(200);
    expect((await merchant.create()).msg).toBe('success');
    endStopDelay();
    await stopped;
    await expect(get(merchantUrl, '/')).rejects.toThrow('ECONNREFUSED');
  });
});
