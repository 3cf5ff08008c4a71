import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GatewayBench } from '../http/support/gateway-bench.ts';

const adapters = new URL('../../src/adapters/outbound/mongo/', import.meta.url);

/** The collections that some adapter declares, whether the gateway makes that adapter or not. */
function declaredCollections(): readonly string[] {
  return readdirSync(adapters)
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(new URL(file, adapters), 'utf8').matchAll(/collection: '(\w+)'/g)])
    .map(([, name]) => name ?? '');
}

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

test('a gateway that has just started has prepared every collection that an adapter declares', async () => {
  const there = (await bench.database.listCollections().toArray()).map(({ name }) => name);
  const declared = declaredCollections();
  expect(declared).toContain('orders');
  expect(there).toEqual(expect.arrayContaining([...declared]));
});
