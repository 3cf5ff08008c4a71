import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Connection } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { declareCollections } from '../../../src/adapters/outbound/mongo/all-collections.ts';
import { DatabaseMigrator } from '../../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import { MongoOrderRepository } from '../../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoReconciliationLog } from '../../../src/adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { archiveAdministration } from '../../../src/composition/administer-archive.ts';
import { daysOfMoney } from '../../../src/domain/archive/day-in-books.ts';
import type { PaymentOrder } from '../../../src/domain/order/payment-order.ts';
import { aged, agreeingBooks } from '../../builders/old-orders.ts';
import { newOrder, opened, submitted } from '../../builders/orders.ts';
import { openTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { callKassaAdmin } from './call-kassa-admin.ts';

export const DAY_MS = 86_400_000;
export const YEARS = 4 * 365;
/** The commands that read must not need a database. */
export const unreachable = { MONGODB_URI: 'mongodb://127.0.0.1:9/' };
/** Only orders that changed last before this day are archived. */
export const before = new Date(Date.now() - 100 * DAY_MS).toISOString().slice(0, 10);

export const started = (merchantTransactionId: string) =>
  submitted(
    opened(
      newOrder({
        merchantTransactionId,
        customerName: 'Grace Hopper',
        customerEmail: 'grace@example.org',
        customerPhone: '+4915112345678',
        billingAddress: { line1: 'Elm Street 1', city: 'Bonn', country: 'DE' },
      }),
    ),
  );

/** Calls `kassa-admin archive` on a database of a test file, with a new folder for each test. */
export class ArchiveBench {
  database!: TestDatabase;
  connection!: Connection;
  orders!: MongoOrderRepository;
  /** Does not exist until an archive is written. */
  folder = '';

  constructor() {
    beforeAll(async () => {
      this.database = await openTestDatabase();
      this.connection = await this.database.connect();
      this.orders = new MongoOrderRepository(this.connection);
      declareCollections(this.connection);
      await this.database.prepare(this.connection);
    });
    beforeEach(async () => {
      await this.database.empty();
      await new DatabaseMigrator(this.connection).begin();
      this.folder = join(await mkdtemp(join(tmpdir(), 'kassa-archive-')), 'orders');
    });
    afterEach(() => rm(dirname(this.folder), { recursive: true }));
    afterAll(() => this.database.drop());
  }

  run(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
    return callKassaAdmin(['archive', ...args], {
      environment: {
        MONGODB_URI: this.database.uri,
        KASSA_DATABASE_NAME: this.database.name,
        KASSA_OPERATOR: 'ann@example.com',
        ...variables,
      },
      currentFolder: tmpdir(),
      archives: archiveAdministration,
    });
  }

  write(...more: readonly string[]) {
    return this.run(['write', '--before', before, '--to', this.folder, ...more]);
  }

  verify() {
    return this.run(['verify', this.folder, '--json'], unreachable);
  }

  /** Stores an order of years ago, with its days reconciled. */
  async store(order: PaymentOrder, days = YEARS): Promise<PaymentOrder> {
    const old = aged(order, days);
    await this.orders.insert(old);
    await this.#reconcile(old);
    return old;
  }

  async #reconcile(order: PaymentOrder): Promise<void> {
    const log = new MongoReconciliationLog(this.connection);
    for (const day of daysOfMoney(order)) {
      const until = new Date(Date.now() + 60_000);
      if ((await log.claim({ ...day, dueAt: until }, { now: new Date(), until })) === 'in_hand') continue;
      const outcome = {
        kind: 'compared',
        reconciliation: agreeingBooks,
        isFinal: true,
        at: new Date(),
      } as const;
      await log.conclude(day, until, outcome, null);
    }
  }
}
