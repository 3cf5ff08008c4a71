import type { Collection, Db } from 'mongodb';
import type { Connection } from 'mongoose';
import { afterAll, beforeEach } from 'vitest';
import { allMigrations } from '../../src/adapters/outbound/mongo/migrations/all-migrations.ts';
import { DatabaseMigrator } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import type { FlatOrder } from '../../src/adapters/outbound/mongo/migrations/flat-order.ts';
import type { Migration } from '../../src/adapters/outbound/mongo/migrations/migration.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { RecordedMigration } from './recorded-migration.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

export const newest = allMigrations.length;
export const allNames = ['nest-orders', 'number-documents', 'second-form-of-orders', 'fees-of-days'];

/** Gives each test of a file an empty database of its own, and functions to fill and migrate it. */
export function useMigrationBench() {
  const databases: TestDatabase[] = [];
  let database: TestDatabase;
  let connection: Connection;
  let orders: MongoOrderRepository;
  let told: RecordedMigration;
  beforeEach(async () => {
    database = await openTestDatabase();
    databases.push(database);
    connection = await database.connect();
    orders = new MongoOrderRepository(connection);
    told = new RecordedMigration();
  });
  afterAll(async () => {
    for (const one of databases) await one.drop();
  });
  const db = () => connection.db as Db;
  const anyOf = (name: string) => db().collection<{ _id: string; [member: string]: unknown }>(name);
  return {
    connection: () => connection,
    connectAgain: () => database.connect(),
    orders: () => orders,
    told: () => told,
    db,
    anyOf,
    flat: () => db().collection<FlatOrder>('orders'),
    storedOf: ({ orderId }: PaymentOrder) => anyOf('orders').findOne({ _id: orderId }),
    migrate: () => new DatabaseMigrator(connection).migrate(told),
    statusNow: () => new DatabaseMigrator(connection).status(),
  };
}

/** Returns the migrations, with a change by somebody else just before the first write of a migration. */
export function withMeanwhile(meanwhile: () => Promise<unknown>): readonly Migration[] {
  let isDone = false;
  const held = (collection: Collection) =>
    new Proxy(collection, {
      get(target, name) {
        const member = Reflect.get(target, name);
        if (name !== 'bulkWrite') return typeof member === 'function' ? member.bind(target) : member;
        return async (...call: Parameters<Collection['bulkWrite']>) => {
          if (!isDone) {
            isDone = true;
            await meanwhile();
          }
          return target.bulkWrite(...call);
        };
      },
    });
  return allMigrations.map((migration) => ({
    ...migration,
    run: (run) => {
      const heldDatabase = new Proxy(run.database, {
        get(target, name) {
          if (name === 'collection') return (of: string) => held(target.collection(of));
          const member = Reflect.get(target, name);
          return typeof member === 'function' ? member.bind(target) : member;
        },
      });
      return migration.run({ ...run, database: heldDatabase });
    },
  }));
}
