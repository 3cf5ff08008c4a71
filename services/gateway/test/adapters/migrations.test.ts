import { describe, expect, test } from 'vitest';
import { allMigrations } from '../../src/adapters/outbound/mongo/migrations/all-migrations.ts';
import { DatabaseMigrator } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import type { Migration } from '../../src/adapters/outbound/mongo/migrations/migration.ts';
import { schemaNumbers } from '../../src/adapters/outbound/mongo/schema-numbers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { flatOf, paidBefore } from '../builders/flat-orders.ts';
import { after } from '../builders/times.ts';
import { allNames, newest, useMigrationBench, withMeanwhile } from '../support/migration-bench.ts';
import { RecordedMigration } from '../support/recorded-migration.ts';

const DAY = 86_400;
const { connection, connectAgain, orders, told, db, anyOf, flat, storedOf, migrate, statusNow } =
  useMigrationBench();

describe('a database', () => {
  test('that is empty begins with the newest number', async () => {
    expect(await statusNow()).toMatchObject({ kind: 'fits', migratedTo: null });
    await new DatabaseMigrator(connection()).begin();
    expect(await statusNow()).toMatchObject({ kind: 'fits', migratedTo: newest, outstanding: [] });
  });

  test('an empty database gets a new deployment ID, which never changes; after the database is wiped, it gets another one (fault 87)', async () => {
    const idNow = () => new DatabaseMigrator(connection()).deploymentId();
    await Promise.all([1, 2, 3].map(() => new DatabaseMigrator(connection()).begin()));
    const first = await idNow();
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    await new DatabaseMigrator(connection()).begin();
    expect(await idNow()).toBe(first);
    await db().dropDatabase();
    await new DatabaseMigrator(connection()).begin();
    expect(await idNow()).toMatch(/^[0-9a-f]{16}$/);
    expect(await idNow()).not.toBe(first);
  });

  test('a database that was created before deployments had IDs gets none, because an ID would change the idempotency key of a refund under way (fault 87)', async () => {
    await flat().insertOne(flatOf(paidBefore('T1')));
    await migrate();
    expect(await new DatabaseMigrator(connection()).deploymentId()).toBeNull();
  });

  test('that the previous version has written needs all migrations', async () => {
    await flat().insertOne(flatOf(paidBefore('T1')));
    const status = await statusNow();
    expect(status).toMatchObject({ kind: 'outstanding', migratedTo: 0, newest });
    expect(status.outstanding.map(({ name }) => name)).toEqual(allNames);
    expect(await migrate()).toMatchObject({ kind: 'fits', migratedTo: newest, outstanding: [] });
    expect(told().begun).toEqual(allNames);
  });

  test('that a later version has migrated is left unchanged', async () => {
    await migrate();
    await anyOf('deployment').updateOne({ _id: 'database' }, { $set: { migratedTo: newest + 1 } });
    const order = paidBefore('T1');
    await flat().insertOne(flatOf(order));
    expect(await migrate()).toMatchObject({ kind: 'newer', migratedTo: newest + 1 });
    expect(await storedOf(order)).not.toHaveProperty('schema');
  });

  test('numbers its migrations without gaps', () => {
    expect(allMigrations.map(({ number }) => number)).toEqual(allMigrations.map((_, index) => index + 1));
  });
});

describe('a migration while an instance of the previous version runs', () => {
  const order = paidBefore('T1');
  const changed = { ...order, version: order.version + 1, description: 'changed meanwhile' };

  test.each<[string, () => Promise<unknown>, Partial<PaymentOrder>]>([
    [
      'a change',
      () => {
        const { _id, ...replacement } = flatOf(changed);
        return flat().replaceOne({ _id, version: order.version }, replacement);
      },
      changed,
    ],
    [
      'that its events are logged, which is no new version',
      () => flat().updateOne({ _id: order.orderId }, { $set: { outbox: [], unloggedSince: null } }),
      { outbox: [] },
    ],
    [
      'that attending it failed',
      () =>
        flat().updateOne({ _id: order.orderId }, { $set: { attentionAt: after(DAY), attentionFailures: 1 } }),
      {},
    ],
    [
      'that its attention is given up',
      () =>
        anyOf('orders').updateOne(
          { _id: order.orderId },
          {
            $set: { parked: { since: after(9), failures: 12, reason: 'broken' } },
            $unset: { attentionAt: 1 },
          },
        ),
      {},
    ],
  ])(
    'a migration never overwrites what an instance of the previous version writes meanwhile (fault 74): %s',
    async (_what, write, expected) => {
      await flat().insertOne(flatOf(order));
      let meanwhile: unknown;
      const migrations = withMeanwhile(async () => {
        await write();
        meanwhile = await storedOf(order);
      });
      await new DatabaseMigrator(connection(), migrations).migrate(told());
      expect(meanwhile).toBeDefined();
      expect(await orders().find(order.orderId)).toEqual({ ...order, ...expected });
      const { attentionFailures, parked } = meanwhile as FlatOrder;
      const { due } = (await storedOf(order)) as unknown as { due: Record<string, unknown> };
      expect([due.failures, due.parked]).toEqual([attentionFailures, parked]);
    },
  );

  test('a finished migration runs again if an instance of the previous version writes to the database afterwards (fault 74)', async () => {
    await flat().insertOne(flatOf(order));
    await migrate();
    const late = paidBefore('T2');
    await flat().insertOne(flatOf(late));
    await anyOf('channel_accounts').insertOne({ _id: 'ProcessorA', isUsed: false });
    const status = await statusNow();
    expect(status).toMatchObject({ kind: 'outstanding', migratedTo: newest });
    expect(status.outstanding.map(({ name }) => name)).toEqual(['nest-orders', 'number-documents']);
    expect(await migrate()).toMatchObject({ kind: 'fits' });
    expect(await orders().find(late.orderId)).toEqual(late);
    expect(await anyOf('channel_accounts').findOne({})).toMatchObject({ isUsed: false, hasOpened: false });
  });
});

describe('a run of migrations', () => {
  const numbers = Array.from({ length: 350 }, (_, index) => `T${index}`);
  const fill = () => flat().insertMany(numbers.map((number) => flatOf(paidBefore(number))));
  const allRead = async () => {
    for (const number of numbers) {
      const order = paidBefore(number);
      expect(await orders().find(order.orderId)).toEqual(order);
    }
  };

  test('the next migration run continues where a killed run stopped (fault 74)', async () => {
    await fill();
    await anyOf('nonces').insertMany(numbers.map((number) => ({ _id: number, expiresAt: after(0) })));
    for (let batches = 1; (await statusNow()).kind === 'outstanding'; batches += 1) {
      let left = batches;
      const dying = allMigrations.map(
        (migration): Migration => ({
          ...migration,
          run: (run) =>
            migration.run({
              ...run,
              batchDone: async (...batch) => {
                // Every other time, kill the run after the batch was written and before the progress is recorded.
                if (left % 2 === 0) await run.batchDone(...batch);
                left -= 1;
                if (left === 0) throw new Error('killed');
                if (left % 2 === 0) await run.batchDone(...batch);
              },
            }),
        }),
      );
      await new DatabaseMigrator(connection(), dying).migrate(told()).catch((error) => {
        expect(String(error)).toContain('killed');
      });
    }
    await allRead();
    expect(await anyOf('nonces').countDocuments({ schema: schemaNumbers.nonces })).toBe(numbers.length);
  });

  test('if another migration run is under way, a second run waits for it and then has nothing to do (fault 74)', async () => {
    await fill();
    const other = new RecordedMigration();
    const [one, two] = await Promise.all([
      migrate(),
      new DatabaseMigrator(await connectAgain()).migrate(other),
    ]);
    expect([one.kind, two.kind]).toEqual(['fits', 'fits']);
    expect([told().waits, other.waits].sort()).toEqual([0, 1]);
    expect([...told().begun, ...other.begun]).toEqual(allNames);
    await allRead();
  });

  test('once the lease of a migration run has ended, another run takes over and the first one stops (fault 74)', async () => {
    await fill();
    let isHeld = false;
    const lateRun = allMigrations.map(
      (migration): Migration => ({
        ...migration,
        run: (run) =>
          migration.run({
            ...run,
            batchDone: async (...batch) => {
              if (!isHeld) {
                isHeld = true;
                await anyOf('deployment').updateOne({}, { $set: { 'lease.until': new Date(0) } });
                await migrate();
              }
              return run.batchDone(...batch);
            },
          }),
      }),
    );
    await expect(new DatabaseMigrator(connection(), lateRun).migrate(told())).rejects.toThrow('taken over');
    expect(await statusNow()).toMatchObject({ kind: 'fits', isUnderWay: false });
    await allRead();
  });
});
