import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoChannelAccounts } from '../../src/adapters/outbound/mongo/mongo-channel-accounts.ts';
import { MongoChannelFees } from '../../src/adapters/outbound/mongo/mongo-channel-fees.ts';
import { MongoDeliveryQueue } from '../../src/adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { MongoLogoStore } from '../../src/adapters/outbound/mongo/mongo-logo-store.ts';
import { MongoMerchantRepository } from '../../src/adapters/outbound/mongo/mongo-merchant-repository.ts';
import { MongoNonceStore } from '../../src/adapters/outbound/mongo/mongo-nonce-store.ts';
import { MongoOldOrders } from '../../src/adapters/outbound/mongo/mongo-old-orders.ts';
import { MongoOperatorTokens } from '../../src/adapters/outbound/mongo/mongo-operator-tokens.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoReconciliationLog } from '../../src/adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoRefundClaims } from '../../src/adapters/outbound/mongo/mongo-refund-claims.ts';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';
import {
  type ScatteredSearch,
  scatteredSearches,
} from '../../src/adapters/outbound/mongo/sharding/scattered-searches.ts';
import { RecentMerchants } from '../../src/adapters/outbound/recent-merchants.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';
import {
  forbidden,
  isTargeted,
  rowOf,
  WatchedCommands,
  watchedAddress,
} from '../support/watched-commands.ts';
import { WatchedSearches } from '../support/watched-searches.ts';
import { auditLogContract } from './audit-log-contract.ts';
import { callbackInboxContract } from './callback-inbox-contract.ts';
import { channelAccountsContract } from './channel-accounts-contract.ts';
import { channelFeesContract } from './channel-fees-contract.ts';
import { deliveryQueueContract } from './delivery-queue-contract.ts';
import { dueOrdersContract } from './due-orders-contract.ts';
import { eventLogContract } from './event-log-contract.ts';
import type { Instances } from './instances.ts';
import { logoStoreContract } from './logo-store-contract.ts';
import { merchantRepositoryContract } from './merchant-repository-contract.ts';
import { nonceStoreContract } from './nonce-store-contract.ts';
import { oldOrdersContract } from './old-orders-contract.ts';
import { operatorTokensContract } from './operator-tokens-contract.ts';
import { orderListsContract } from './order-lists-contract.ts';
import { orderMoneyContract } from './order-money-contract.ts';
import { orderRemovalContract } from './order-removal-contract.ts';
import { orderRepositoryContract } from './order-repository-contract.ts';
import { reconciliationLogContract } from './reconciliation-log-contract.ts';
import { refundClaimsContract } from './refund-claims-contract.ts';
import { refundListContract } from './refund-list-contract.ts';

/** Runs the contracts of the stored ports on the real database, with a connection pool for each of two instances. */

const clock = new SettableClock();
const cipher = new SecretCipher([randomBytes(32)]);

function adapters(connection: Connection) {
  return {
    orders: new MongoOrderRepository(connection),
    claims: new MongoRefundClaims(connection),
    merchants: new MongoMerchantRepository(connection, cipher),
    channelAccounts: new MongoChannelAccounts(connection, cipher),
    fees: new MongoChannelFees(connection),
    logos: new MongoLogoStore(connection),
    nonces: new MongoNonceStore(connection),
    events: new MongoEventLog(connection, clock),
    deliveries: new MongoDeliveryQueue(connection),
    inbox: new MongoCallbackInbox(connection),
    oldOrders: new MongoOldOrders(connection),
    operatorTokens: new MongoOperatorTokens(connection),
    audit: new MongoAuditLog(connection),
    reconciliations: new MongoReconciliationLog(connection),
  };
}
type Adapters = ReturnType<typeof adapters>;

const watched = new WatchedCommands();
const searches = new WatchedSearches();
let database: TestDatabase;
let instances: Instances<Adapters>;

beforeAll(async () => {
  database = await openTestDatabase();
  const address = watchedAddress(database.uri);
  const [one, other] = [
    await connectDatabase(address, database.name),
    await connectDatabase(address, database.name),
  ];
  for (const connection of [one, other]) {
    watched.watch(connection);
    searches.watch(connection);
  }
  instances = [adapters(one), adapters(other)];
  await database.prepare(one);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

function stored<Name extends keyof Adapters>(name: Name): () => Instances<Adapters[Name]> {
  return () => [instances[0][name], instances[1][name]];
}

describe('orders in the database', () => orderRepositoryContract(stored('orders')));
describe('old orders in the database', () => oldOrdersContract(() => instances[0]));
describe('removal of orders in the database', () => orderRemovalContract(() => instances[0]));
describe('lists of orders in the database', () => orderListsContract(stored('orders')));
describe('due orders in the database', () => dueOrdersContract(stored('orders')));
describe('lists of refunds in the database', () => refundListContract(stored('orders')));
describe('money of orders in the database', () => orderMoneyContract(stored('orders')));
describe('refund claims in the database', () => refundClaimsContract(stored('claims')));
describe('merchants in the database', () => merchantRepositoryContract(stored('merchants')));
describe('remembered merchants over the database', () =>
  merchantRepositoryContract(() => {
    const [one, other] = instances;
    return [new RecentMerchants(one.merchants), new RecentMerchants(other.merchants)];
  }));
describe('channel accounts in the database', () => channelAccountsContract(stored('channelAccounts')));
describe('channel fees in the database', () => channelFeesContract(stored('fees')));
describe('logos in the database', () => logoStoreContract(stored('logos')));
describe('nonces in the database', () => nonceStoreContract(stored('nonces')));
describe('events in the database', () => eventLogContract(stored('events'), clock));
describe('deliveries in the database', () => deliveryQueueContract(() => instances, clock));
describe('callbacks in the database', () => callbackInboxContract(stored('inbox')));
describe('operators’ tokens in the database', () => operatorTokensContract(stored('operatorTokens')));
describe('the audit log in the database', () => auditLogContract(stored('audit')));
describe('reconciliations in the database', () => reconciliationLogContract(stored('reconciliations')));

test('every search of the stored ports uses an index, except rare ones of operators and in collections with few documents', async () => {
  expect(searches.count).toBeGreaterThan(50);
  const attempt = (field: string) =>
    `orders: {"order.attempts":{"$elemMatch":{"channelId":"string","${field}":{"$ne":null}}}}`;
  expect(await searches.withoutIndex()).toEqual([
    'audit_log: {"sequence":null}',
    'merchants: {"webhook.isSwitchedOff":"boolean"}',
    attempt('openedAs'),
    attempt('opening'),
    'orders: {"order.createdAt":{"$lt":"moment"}}',
    'reconciliations: {"$or":[{"outcome.unavailable":null,"outcome.at":{"$gt":"moment"}}]}',
    'reconciliations: {}',
  ]);
});

describe('on a sharded cluster', () => {
  test('every command of the stored ports names its shard key, or is a listed search', () => {
    expect(watched.accesses.length).toBeGreaterThan(1_000);
    expect(forbidden(watched.accesses)).toEqual([]);
  });

  test('every listed search is made', () => {
    const made = new Set(watched.accesses.filter((access) => !isTargeted(access)).map(rowOf));
    // The metrics and the start of an instance search without a port of these contracts.
    const elsewhere = ({ command, by }: ScatteredSearch) =>
      command === 'count' || by.length === 0 || by.includes('schema');
    expect(scatteredSearches.filter((row) => !made.has(row) && !elsewhere(row))).toEqual([]);
  });
});
