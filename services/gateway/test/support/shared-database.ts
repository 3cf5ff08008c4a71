import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoDeliveryQueue } from '../../src/adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { MongoMerchantRepository } from '../../src/adapters/outbound/mongo/mongo-merchant-repository.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoRefundClaims } from '../../src/adapters/outbound/mongo/mongo-refund-claims.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

/** Writes that may take effect soon are collected as in a running gateway, but for a shorter time. */
const COLLECT_FOR_MS = 3;

/** A real database that two instances of the use cases share, each with its own connection pool. */
export class SharedDatabase {
  readonly #database: TestDatabase;
  readonly #connections: readonly [Connection, Connection];
  readonly #cipher = new SecretCipher([randomBytes(32)]);

  private constructor(database: TestDatabase, connections: readonly [Connection, Connection]) {
    this.#database = database;
    this.#connections = connections;
  }

  static async open(): Promise<SharedDatabase> {
    const database = await openTestDatabase();
    const connections = [await database.connect(), await database.connect()] as const;
    const shared = new SharedDatabase(database, connections);
    // Create the stores first, because indexes are created only for models that exist.
    shared.stores(new SettableClock());
    await database.prepare(connections[0]);
    return shared;
  }

  /** The stores of each of the two instances. */
  stores(clock: Clock) {
    const [one, other] = this.#connections;
    return [this.#storesOn(one, clock), this.#storesOn(other, clock)] as const;
  }

  async empty(): Promise<void> {
    await this.#database.empty();
  }

  async drop(): Promise<void> {
    await this.#database.drop();
  }

  #storesOn(connection: Connection, clock: Clock) {
    return {
      orders: new MongoOrderRepository(connection, COLLECT_FOR_MS),
      claims: new MongoRefundClaims(connection),
      merchants: new MongoMerchantRepository(connection, this.#cipher),
      events: new MongoEventLog(connection, clock),
      deliveries: new MongoDeliveryQueue(connection),
      inbox: new MongoCallbackInbox(connection, COLLECT_FOR_MS),
    };
  }
}
