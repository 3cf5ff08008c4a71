import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoDeliveryQueue } from '../../src/adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { MongoMerchantRepository } from '../../src/adapters/outbound/mongo/mongo-merchant-repository.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoRefundClaims } from '../../src/adapters/outbound/mongo/mongo-refund-claims.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { numberOfStories, runStories, timeFor } from './model-runs.ts';
import type { Stores } from './stage.ts';

const stories = numberOfStories('KASSA_MODEL_DATABASE_RUNS', 30);
const cipher = new SecretCipher([randomBytes(32)]);

function storesOn(connection: Connection, clock: Clock): Stores {
  return {
    orders: new MongoOrderRepository(connection),
    claims: new MongoRefundClaims(connection),
    merchants: new MongoMerchantRepository(connection, cipher),
    events: new MongoEventLog(connection, clock),
    deliveries: new MongoDeliveryQueue(connection),
    inbox: new MongoCallbackInbox(connection),
  };
}

let database: TestDatabase;
let connections: readonly [Connection, Connection];

beforeAll(async () => {
  database = await openTestDatabase();
  connections = [await database.connect(), await database.connect()];
  for (const connection of connections) storesOn(connection, new SettableClock());
  await database.prepare(connections[0]);
});
afterAll(() => database.drop());

describe('two processes over one database, a channel and a merchant, in any interleaving', () => {
  test(`everything holds in ${stories} stories on the database`, { timeout: timeFor(stories) }, () =>
    runStories(stories, async () => {
      // What another story left due would be attended to in this one.
      await database.empty();
      // The database removes what is old by its own time.
      const clock = new SettableClock(new Date());
      const [one, other] = connections;
      const onBoth = [storesOn(one, clock), storesOn(other, clock)] as const;
      return { stores: onBoth, clock, atOnce: 4, merchantId: `mer_${randomBytes(8).toString('hex')}` };
    }),
  );
});
