import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { on, once } from 'node:events';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Connection } from 'mongoose';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { firstOf } from '../../../../infra/test-run/src/every-combination.ts';
import { longTest } from '../../../../infra/test-run/src/long-test.ts';
import { DatabaseMigrator } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import { claimDatabase, misfitOf } from '../../src/adapters/outbound/mongo/migrations/database-owner.ts';
import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import { missingIndexes } from '../../src/adapters/outbound/mongo/missing-indexes.ts';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { keyCheckOf } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import { openDatabase } from '../../src/composition/administer-database.ts';
import { flatOf, paidBefore } from '../builders/flat-orders.ts';
import { RecordedMigration } from '../support/recorded-migration.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { callKassaAdmin } from './support/call-kassa-admin.ts';

const program = resolve(import.meta.dirname, '../../bin/kassa-admin.js');

const databases: TestDatabase[] = [];
let database: TestDatabase;
let connection: Connection;
let orders: MongoOrderRepository;
beforeEach(async () => {
  database = await openTestDatabase();
  databases.push(database);
  connection = await database.connect();
  orders = new MongoOrderRepository(connection);
});
afterAll(async () => {
  for (const one of databases) await one.drop();
});

const flat = () => (connection.db as Db).collection<FlatOrder>('orders');

const ownVariables = (): NodeJS.ProcessEnv => ({
  MONGODB_URI: database.uri,
  KASSA_DATABASE_NAME: database.name,
  KASSA_OPERATOR: 'ann@example.com',
});

function run(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  return callKassaAdmin(['database', ...args], {
    environment: { ...process.env, ...ownVariables(), ...variables },
    currentFolder: tmpdir(),
    openDatabase,
  });
}

function started(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, 'database', ...args], {
    cwd: tmpdir(),
    env: { ...process.env, NO_COLOR: '1', ...ownVariables() },
  });
}

async function runProgram(args: readonly string[]) {
  const child = started(args);
  const [output, errors, [exitCode]] = await Promise.all([
    child.stdout?.setEncoding('utf8').toArray(),
    child.stderr?.setEncoding('utf8').toArray(),
    once(child, 'close'),
  ]);
  return { exitCode, output: output?.join('') ?? '', errors: errors?.join('') ?? '' };
}

describe('kassa-admin database', () => {
  test('says what is outstanding, migrates, and then says that nothing is outstanding', async () => {
    const order = paidBefore('T1');
    await flat().insertOne(flatOf(order));
    const before = await run(['status']);
    expect(before).toMatchObject({ exitCode: 0, errors: '' });
    expect(before.output).toMatch(
      /schema number 0\n.*schema number 4\n.*1 nest-orders\n +2 number-documents\n +3 second-form-of-orders\n +4 fees-of-days/,
    );
    const migrated = await runProgram(['migrate']);
    expect(migrated).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('the database fits this version'),
    });
    expect(migrated.errors).toContain('1 nest-orders …\n');
    expect(await orders.find(order.orderId)).toEqual(order);
    const { exitCode, output } = await run(['status', '--json']);
    expect([exitCode, JSON.parse(output)]).toEqual([
      0,
      {
        status: 'fits',
        schema_number: 4,
        newest_schema_number: 4,
        outstanding: [],
        under_way: false,
        documents_done: null,
        unreadable: [],
        missing_indexes: [],
        environment: null,
        key_checks: [],
        session_key_checks: [],
      },
    ]);
  });

  test('kassa-admin names the indexes that the database lacks or has with other options, and builds them (fault 73)', async () => {
    expect(await run(['migrate'])).toMatchObject({ exitCode: 0, errors: '' });
    expect((await run(['status'])).output).not.toContain('Not indexed');
    const nonces = connection.collection('nonces');
    await connection.collection('orders').dropIndex('due.attentionAt_1');
    await nonces.dropIndex('expiresAt_1');
    await nonces.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 3_600 });
    const lacking = (await run(['status'])).output;
    expect(lacking).toMatch(/Not indexed +nonces: expiresAt\n +orders: due.attentionAt\n/);
    expect(lacking).toContain('lacks indexes: run `kassa-admin database migrate`');
    const { exitCode, output, errors } = await run(['migrate', '--json']);
    expect([exitCode, errors]).toEqual([0, '']);
    expect(JSON.parse(output)).toMatchObject({ status: 'fits', missing_indexes: [] });
    expect(await nonces.indexes()).toContainEqual(expect.objectContaining({ expireAfterSeconds: 0 }));
  });

  test('after a migration was killed, the next one builds the indexes that are still missing (fault 73)', async () => {
    expect((await run(['migrate'])).exitCode).toBe(0);
    await flat().insertMany(
      Array.from({ length: 300 }, (_, index) => ({ _id: `ord_${index}`, schema: 2 })) as never,
    );
    await connection.collection('orders').dropIndexes();
    const before = await missingIndexes(connection);
    const child = started(['migrate']);
    const lines = child.stderr?.setEncoding('utf8') ?? child;
    for await (const [text] of on(lines, 'data', { close: ['close'] }))
      if (String(text).includes('index orders')) break;
    child.kill('SIGKILL');
    await once(child, 'close');
    const left = await missingIndexes(connection);
    expect(left.length).toBeGreaterThan(0);
    expect(before.length).toBeGreaterThanOrEqual(left.length);
    await connection.collection('deployment').updateOne({}, { $set: { 'lease.until': new Date(0) } });
    const again = await run(['migrate']);
    expect(again).toMatchObject({ exitCode: 0, errors: expect.stringContaining('about 300 documents') });
    expect(await missingIndexes(connection)).toEqual([]);
  });

  test('has an audit log entry for a migration and one for indexes, and none if there was nothing to do', async () => {
    await flat().insertOne(flatOf(paidBefore('T1')));
    for (let runs = 0; runs < 2; runs += 1) expect((await run(['migrate'])).exitCode).toBe(0);
    const audit = new MongoAuditLog(connection);
    expect(await audit.list({ about: database.name, after: null, limit: 10 })).toMatchObject([
      {
        action: 'database.migrate',
        outcome: 'done',
        details: { what: expect.stringMatching(/^indexes .*orders \(due.attentionAt\)/) },
      },
      {
        action: 'database.migrate',
        operator: 'ann@example.com',
        outcome: 'done',
        details: { what: 'schema number 0 to 4' },
      },
    ]);
  });

  test('shows the environment and the keys of the database, and forgets the keys with an audit log entry', async () => {
    const sessionKeys = [randomBytes(32)] as const;
    const deployment = { environment: 'sandbox', encryptionKeys: [randomBytes(32)], sessionKeys } as const;
    await new DatabaseMigrator(connection).begin();
    await claimDatabase(connection, deployment);
    const check = keyCheckOf(deployment.encryptionKeys[0]);
    expect((await run(['status'])).output).toMatch(
      new RegExp(
        `Environment +sandbox\\n +Encryption keys +${check}\\n +Session keys +${keyCheckOf(sessionKeys[0])}\\n`,
      ),
    );
    for (let runs = 0; runs < 2; runs += 1) {
      const { exitCode, output } = await run(['forget-keys', '--json']);
      expect([exitCode, JSON.parse(output)]).toMatchObject([0, { environment: 'sandbox', key_checks: [] }]);
    }
    const audit = new MongoAuditLog(connection);
    expect(await audit.list({ about: database.name, after: null, limit: 10 })).toMatchObject([
      {
        action: 'database.forget_keys',
        operator: 'ann@example.com',
        outcome: 'done',
        details: { what: `check values ${check}` },
      },
    ]);
    const others = { ...deployment, encryptionKeys: [randomBytes(32)] } as const;
    expect(await claimDatabase(connection, others)).toBeUndefined();
    expect(await claimDatabase(connection, deployment)).toMatchObject({ kind: 'other_keys' });
  });

  test('after the command accept-keys, a gateway with a new key starts on a backup from before the key rotation (fault 68)', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const before = { environment: 'sandbox', encryptionKeys: [older], sessionKeys: [older] } as const;
    await new DatabaseMigrator(connection).begin();
    await claimDatabase(connection, before);
    const both = [newer, older] as const;
    const rotated = { ...before, encryptionKeys: both, sessionKeys: both };
    expect(await misfitOf(connection, rotated)).toMatchObject({ kind: 'used_too_early' });
    const accept = (encryptionKeys: readonly Buffer[]) =>
      run(['accept-keys'], {
        KASSA_ENCRYPTION_KEY: encryptionKeys.map((key) => key.toString('base64')).join(','),
        KASSA_SESSION_KEYS: both.map((key) => key.toString('base64')).join(','),
      });
    expect(await accept([newer])).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('KASSA_ENCRYPTION_KEY has no key of this database'),
    });
    expect(await accept(both)).toMatchObject({ exitCode: 0 });
    expect(await claimDatabase(connection, rotated)).toBeUndefined();
    expect((await run(['accept-keys'])).errors).toContain('KASSA_SESSION_KEYS');
  });

  test('names what it could not read, and ends with a different exit code', async () => {
    await flat().insertOne(flatOf(paidBefore('T1')));
    await flat().updateOne({}, { $set: { attempts: 'none' as never } });
    const { exitCode, errors, output } = await run(['migrate']);
    expect(exitCode).toBe(1);
    expect(errors).toMatch(/ord_\w+ cannot be read: .*\n.*1 document/s);
    expect(output).toMatch(/Unreadable +ord_/);
  });

  test('refuses a database of a later version', async () => {
    await new DatabaseMigrator(connection).begin();
    await connection.collection('deployment').updateOne({}, { $set: { migratedTo: 5 } });
    expect((await run(['status'])).output).toContain('a later version has migrated the database');
    expect(await run(['migrate'])).toMatchObject({ exitCode: 1 });
  });

  longTest('says which variable is invalid, and says if no database answers', async () => {
    expect(await run(['status'], { MONGODB_URI: 'postgres://here' })).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining('MONGODB_URI has a wrong value'),
    });
    expect(await run(['status'], { MONGODB_URI: 'mongodb://127.0.0.1:1' })).toMatchObject({
      exitCode: 3,
      errors: expect.stringContaining('does not answer'),
    });
  });
});

test('if two migrations run at once and are killed again and again, nothing that an instance of the previous version writes meanwhile is lost (fault 74)', async () => {
  const before = Array.from({ length: 600 }, (_, index) => paidBefore(`T${index}`));
  await flat().insertMany(before.map(flatOf));
  const latest = new Map(before.map((order) => [order.orderId, order]));
  let isOver = false;
  let written = 0;
  const writer = (async () => {
    for (let next = 0; !isOver; next = (next + 7) % before.length) {
      const known = latest.get(before[next]?.orderId ?? '') ?? before[0];
      if (known === undefined) throw new Error('no orders');
      const stored = await flat().findOne({ _id: known.orderId });
      // Skip orders that are already migrated, because the previous version cannot read them.
      if (stored === null || 'schema' in stored) continue;
      const changed = { ...known, version: known.version + 1, description: `change ${written}` };
      const { _id, ...replacement } = flatOf(changed);
      const { matchedCount } = await flat().replaceOne({ _id, version: known.version }, replacement);
      if (matchedCount === 0) continue;
      latest.set(_id, changed);
      written += 1;
      // Leave CPU time to the migrations.
      await pause(5);
    }
  })();
  let kills = 0;
  for (const afterMs of firstOf([150, 50, 250, 350])) {
    const children = [started(['migrate']), started(['migrate'])];
    const ends = children.map((child) => once(child, 'close'));
    // Wait for the first output: one run reports that it begins, and the other that it waits.
    await Promise.race(children.map((child) => once(child.stderr ?? child, 'data')));
    await pause(afterMs);
    for (const child of children) {
      if (child.exitCode === null) kills += 1;
      child.kill('SIGKILL');
    }
    await Promise.all(ends);
    // End the lease of the killed run now. Otherwise, the next run would wait half a minute until the lease ends by itself.
    await connection.collection('deployment').updateOne({}, { $set: { 'lease.until': new Date(0) } });
  }
  const [one, two] = [
    await run(['migrate']),
    await new DatabaseMigrator(connection).migrate(new RecordedMigration()),
  ];
  isOver = true;
  await writer;
  expect([one.exitCode, two.kind]).toEqual([0, 'fits']);
  expect(kills).toBeGreaterThan(0);
  expect(written).toBeGreaterThan(0);
  // The repository reads orders that are asked for together with few queries.
  const changed = [...latest.values()];
  expect(await Promise.all(changed.map(({ orderId }) => orders.find(orderId)))).toEqual(changed);
});
