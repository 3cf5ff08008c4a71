import mongoose from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declareCollections } from '../../src/adapters/outbound/mongo/all-collections.ts';
import { missingIndexes } from '../../src/adapters/outbound/mongo/missing-indexes.ts';
import { schemaNumbers } from '../../src/adapters/outbound/mongo/schema-numbers.ts';
import { GatewayBench } from '../http/support/gateway-bench.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await GatewayBench.start();
});
afterAll(() => bench.stop());

test('a gateway that has just started has prepared every collection, with its indexes', async () => {
  const there = (await bench.database.listCollections().toArray()).map(({ name }) => name);
  expect(there.sort()).toEqual(expect.arrayContaining(Object.keys(schemaNumbers)));

  const connection = mongoose.createConnection().setClient(bench.database.client);
  const own = connection.useDb(bench.database.databaseName);
  declareCollections(own);
  expect(await missingIndexes(own)).toEqual([]);
});
