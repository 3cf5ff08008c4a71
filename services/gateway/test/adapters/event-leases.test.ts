import { MongoServerError } from 'mongodb';
import { type Model, trusted } from 'mongoose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type EventDocument, eventModel } from '../../src/adapters/outbound/mongo/event-documents.ts';
import { MongoDeliveryQueue } from '../../src/adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { loggedEvent } from '../builders/events.ts';
import { after, at } from '../builders/times.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const WRITE_CONFLICT = 112;
const orderIds = Array.from({ length: 20 }, (_, index) => `ord_${index.toString(16).padStart(32, '0')}`);
const eventIds = orderIds.map((orderId) => loggedEvent(orderId, 1).eventId);

let database: TestDatabase;
let model: Model<EventDocument>;
let queue: MongoDeliveryQueue;
beforeAll(async () => {
  database = await openTestDatabase();
  const connection = await database.connect();
  model = eventModel(connection);
  queue = new MongoDeliveryQueue(connection);
  await database.prepare(connection);
});
beforeEach(async () => {
  await database.empty();
  const log = new MongoEventLog(await database.connect(), new SettableClock());
  for (const orderId of orderIds) await log.append(loggedEvent(orderId, 1));
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

function takeAll() {
  return Promise.all(eventIds.map((eventId) => queue.take(eventId, at(0), after(25))));
}

/** Makes the next command lease only the first events, and then fail. */
function failAfter(count: number, error: Error) {
  const real = model.updateMany.bind(model);
  const updateMany = vi.spyOn(model, 'updateMany');
  updateMany.mockImplementationOnce((async (
    filter: Record<string, unknown>,
    update: Record<string, unknown>,
  ) => {
    await real({ ...filter, _id: trusted({ $in: eventIds.slice(0, count) }) } as never, update as never);
    throw error;
  }) as never);
  return updateMany;
}

test('many events are leased with one command, and searched with one', async () => {
  const updateMany = vi.spyOn(model, 'updateMany');
  const find = vi.spyOn(model.collection, 'find');
  expect(await takeAll()).toEqual(eventIds.map(() => true));
  expect(updateMany).toHaveBeenCalledOnce();
  expect(find).not.toHaveBeenCalled();
  await Promise.all(orderIds.map((orderId) => queue.listPendingOfOrder(orderId, 1)));
  expect(find).toHaveBeenCalledOnce();
});

test('a command that leased some of its events, lost others to another process and is repeated tells which it leased', async () => {
  const other = new MongoDeliveryQueue(await database.connect());
  for (const eventId of eventIds.slice(15)) await other.take(eventId, at(0), after(25));
  const updateMany = failAfter(5, new MongoServerError({ message: 'conflict', code: WRITE_CONFLICT }));
  expect(await takeAll()).toEqual(eventIds.map((_, index) => index < 15));
  expect(updateMany).toHaveBeenCalledTimes(2);
});

test('if a command leased some of its events and its answer is lost, nobody has a lease, and the leases end', async () => {
  const updateMany = failAfter(5, new MongoServerError({ message: 'shutting down', code: 91 }));
  const outcomes = await Promise.allSettled(eventIds.map((eventId) => queue.take(eventId, at(0), after(25))));
  updateMany.mockRestore();
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: expect.any(TemporarilyUnavailable) });
  expect(await takeAll()).toEqual(eventIds.map((_, index) => index >= 5));
  const again = eventIds.slice(0, 5).map((eventId) => queue.take(eventId, at(25), after(50)));
  expect(await Promise.all(again)).toEqual(again.map(() => true));
});
