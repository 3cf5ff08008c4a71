import { tmpdir } from 'node:os';
import { createContext, runInContext } from 'node:vm';
import mongoose from 'mongoose';
import { expect, test } from 'vitest';
import { declareCollections } from '../../src/adapters/outbound/mongo/all-collections.ts';
import { openDatabase, printShardCommands } from '../../src/composition/administer-database.ts';
import { callKassaAdmin } from './support/call-kassa-admin.ts';

const run = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
  callKassaAdmin(['database', 'shard', ...args], {
    environment: variables,
    currentFolder: tmpdir(),
    openDatabase,
    printShardCommands,
  });

type Call = readonly unknown[];

/** Runs the printed commands as mongosh would, in front of a cluster that only notes them. */
function callsOf(script: string, { isEmpty }: { readonly isEmpty: boolean }): readonly Call[] {
  const calls: Call[] = [];
  const noting =
    (name: string) =>
    (...args: readonly unknown[]) =>
      void calls.push([name, ...args]);
  const collection = (name: string) => ({
    findOne: () => (isEmpty ? null : { _id: 'ord_1' }),
    createIndex: (fields: unknown) => void calls.push(['createIndex', name, fields]),
  });
  const database = (name: string) => ({
    getName: () => name,
    getCollection: collection,
    databases: { findOne: () => ({ primary: 'south' }) },
  });
  const context = createContext({
    db: {
      getSiblingDB: database,
      adminCommand: () => ({
        shards: [{ _id: 'north' }, { _id: 'south' }, { _id: 'west' }, { _id: 'east' }],
      }),
    },
    sh: Object.fromEntries(
      ['enableSharding', 'shardCollection', 'splitAt', 'moveChunk'].map((name) => [name, noting(name)]),
    ),
  });
  runInContext(script, context);
  // The objects come from another context, so compare copies.
  return JSON.parse(JSON.stringify(calls)) as readonly Call[];
}

test('the commands divide orders and events by ranges of their IDs, claims and nonces by hashes', async () => {
  const { exitCode, output, errors } = await run(['--print'], { KASSA_DATABASE_NAME: 'shop' });
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
  const ranges = (name: string, prefix: string) => [
    ['shardCollection', `shop.${name}`, { _id: 1 }],
    ...[
      ['4000', 'north'],
      ['8000', 'west'],
      ['c000', 'east'],
    ].flatMap(([hash, shard]) => [
      ['splitAt', `shop.${name}`, { _id: `${prefix}${hash}` }],
      ['moveChunk', `shop.${name}`, { _id: `${prefix}${hash}` }, shard],
    ]),
  ];
  const hashes = (name: string) => [
    ['createIndex', name, { _id: 'hashed' }],
    ['shardCollection', `shop.${name}`, { _id: 'hashed' }],
  ];
  expect(callsOf(output, { isEmpty: true })).toEqual([
    ['enableSharding', 'shop'],
    ...ranges('orders', 'ord_'),
    ...ranges('events', 'evt_'),
    ...hashes('refund_claims'),
    ...hashes('nonces'),
  ]);
});

test('the commands leave the division of stored documents to the balancer', async () => {
  const { output } = await run(['--print']);
  const names = callsOf(output, { isEmpty: false }).map(([name]) => name);
  expect(new Set(names)).toEqual(new Set(['enableSharding', 'shardCollection', 'createIndex']));
});

test('the commands name every collection once, with a reason, and every unique index', async () => {
  const { output } = await run(['--print']);
  const connection = mongoose.createConnection();
  declareCollections(connection);
  const models = Object.values(connection.models);
  const collections = new Set(['jobs', ...models.map((model) => model.collection.collectionName)]);
  const named = [...output.matchAll(/^\/\/ (\w+): (?:not sharded|sharded by _id)\. \S/gm)].map(
    ([, name]) => name,
  );
  expect(named.toSorted()).toEqual([...collections].sort());
  const unique = models.flatMap((model) =>
    model.schema.indexes().flatMap(([fields, { unique: is }]) => (is ? [Object.keys(fields).join()] : [])),
  );
  expect(unique.length).toBeGreaterThan(0);
  const shown = [...output.matchAll(/^\/\/ Unique index, possible on one shard: (\S+)$/gm)].map(
    ([, one]) => one,
  );
  expect(shown.toSorted()).toEqual(unique.toSorted());
});

test('the commands are only printed', async () => {
  const refused = await run([]);
  expect(refused).toMatchObject({ exitCode: 2, output: '' });
  expect(refused.errors).toContain('--print');
});

test('a wrong database name is refused', async () => {
  const refused = await run(['--print'], { KASSA_DATABASE_NAME: 'a"b' });
  expect(refused).toMatchObject({ exitCode: 2, output: '' });
  expect(refused.errors).toContain('KASSA_DATABASE_NAME');
});
