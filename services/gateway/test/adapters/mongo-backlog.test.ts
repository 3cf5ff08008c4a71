import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MongoBacklog } from '../../src/adapters/outbound/mongo/mongo-backlog.ts';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import type { ReceivedCallback } from '../../src/ports/callback-inbox.ts';
import { loggedEvent, orderA, orderB } from '../builders/events.ts';
import { newOrder } from '../builders/orders.ts';
import { after, at, start } from '../builders/times.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let backlog: MongoBacklog;
let orders: MongoOrderRepository;
let events: MongoEventLog;
let inbox: MongoCallbackInbox;
beforeAll(async () => {
  database = await openTestDatabase();
  const connection = await database.connect();
  backlog = new MongoBacklog(connection);
  orders = new MongoOrderRepository(connection);
  events = new MongoEventLog(connection, new SettableClock());
  inbox = new MongoCallbackInbox(connection);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

const empty = { size: 0, oldestSeconds: 0 };
const nothing = {
  orders: empty,
  webhooks: empty,
  callbacks: empty,
  order_cases: empty,
  callback_cases: empty,
  undelivered_events: empty,
};

const callback = (callbackId: string): ReceivedCallback => ({
  callbackId,
  channelId: 'Sandbox',
  notification: { kind: 'irrelevant', type: 'test' },
  receivedAt: start,
});

test('an empty database has no backlog and no record of a worker', async () => {
  expect(await backlog.queues(at(0))).toEqual(nothing);
  expect(await backlog.lastDutyAt()).toBeNull();
});

test('due orders, events and callbacks are counted, with the age of the oldest', async () => {
  const expiresAt = (seconds: number) => ({
    expiresAt: after(seconds),
    merchantTransactionId: `T${seconds}`,
  });
  for (const seconds of [100, 200, 5_000]) await orders.insert(newOrder(expiresAt(seconds)));
  await events.append(loggedEvent(orderA, 1, { delivery: { nextTryAt: after(250) } }));
  await events.append(loggedEvent(orderB, 1, { delivery: { nextTryAt: after(5_000) } }));
  await inbox.keep(callback('cb_1'));
  expect(await backlog.queues({ business: after(300), real: after(10) })).toEqual({
    ...nothing,
    orders: { size: 2, oldestSeconds: 200 },
    webhooks: { size: 1, oldestSeconds: 50 },
    callbacks: { size: 1, oldestSeconds: 10 },
  });
});

test('work that waits for an operator is counted separately from due work', async () => {
  const order = newOrder();
  await orders.insert(order);
  await orders.putOff(order.orderId, { kind: 'no_room', reason: 'full' }, after(10));
  await events.append(loggedEvent(orderA, 1, { delivery: { state: 'failed', nextTryAt: null } }));
  await inbox.keep(callback('cb_1'));
  await inbox.putOff(callback('cb_1'), { kind: 'no_room', reason: 'full' }, after(20));
  expect(await backlog.queues(at(3_000))).toEqual({
    ...nothing,
    order_cases: { size: 1, oldestSeconds: 2_990 },
    callback_cases: { size: 1, oldestSeconds: 2_980 },
    undelivered_events: { size: 1, oldestSeconds: 3_000 },
  });
});
