import type { Collection } from 'mongodb';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deriveAnew } from '../../src/adapters/outbound/mongo/derive-anew.ts';
import {
  DERIVED_BY,
  derivedByEarlierVersion,
  earlierDerivations,
} from '../../src/adapters/outbound/mongo/derived-fields.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { type OrderDocument, toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { newDispute } from '../../src/domain/dispute/dispute.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { closed, disputed, latest, money, newOrder, opened, submitted } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';
import { RecordedAlerts } from '../in-memory/recorded-alerts.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

const DAY = 86_400;
const fault = { kind: 'fault', reason: 'broken' } as const;

let database: TestDatabase;
let connection: Connection;
let alerts: RecordedAlerts;
let orders: MongoOrderRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  alerts = new RecordedAlerts();
  orders = new MongoOrderRepository(connection, alerts);
  await database.prepare(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

type EarlierDocument = Omit<OrderDocument, 'derivedBy' | 'unloggedSince' | 'moneyHours'>;

const stored = () => connection.collection<OrderDocument>('orders');
const storedOf = async ({ orderId }: PaymentOrder) => {
  const document = await stored().findOne({ _id: orderId });
  if (document === null) throw new Error(`no order ${orderId}`);
  return document;
};

/** As an earlier version wrote it, which waited for nothing that it knew of. */
function asEarlier(order: PaymentOrder): EarlierDocument {
  const { derivedBy: _, unloggedSince: __, moneyHours: ___, ...document } = toOrderDocument(order);
  return { ...document, attentionAt: null, casesSince: null };
}

function withoutId({ _id, ...document }: EarlierDocument): Omit<EarlierDocument, '_id'> {
  return document;
}

const writeAsEarlier = (order: PaymentOrder) => stored().insertOne(asEarlier(order));

/** Its events are logged, and nothing of it is awaited but the dispute. */
function inDispute(number = 'T1'): PaymentOrder {
  const order = disputed(paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number }));
  return { ...order, outbox: [], attempts: order.attempts.map((each) => ({ ...each, cancellation: null })) };
}

/** Closed while a dispute waited for its payment. */
function closedWithDispute(): PaymentOrder {
  const order = closed(submitted(opened(newOrder({ merchantTransactionId: 'closed' }))));
  const { attemptId } = latest(order);
  return {
    ...order,
    outbox: [],
    dispute: newDispute({ attemptId, channelReference: 'dsp_1', amount: order.amount }, after(60)),
  };
}

/** Its dispute was lost and it was refunded as well. */
function overdrawn(): PaymentOrder {
  const { dispute, ...order } = inDispute('overdrawn');
  if (dispute === null) throw new Error('no dispute');
  const lost = { ...dispute, state: 'lost', inquiry: null, resolvedAt: after(90) } as const;
  return { ...order, state: 'REFUNDED', dispute: { ...lost, amount: money(10_001) } };
}

describe('orders that an earlier version wrote', () => {
  test('are due and before operators by the rules of this version', async () => {
    const [dispute, waiting, excess] = [inDispute(), closedWithDispute(), overdrawn()];
    for (const order of [dispute, waiting, excess]) await writeAsEarlier(order);
    expect(await orders.listDue(after(99 * DAY), 10)).toEqual([]);
    expect(await orders.deriveAnew(100)).toBe(3);
    expect(await orders.listDue(after(99 * DAY), 10)).toEqual([waiting.orderId, dispute.orderId]);
    expect((await storedOf(dispute)).attentionAt).toEqual(dispute.dispute?.inquiry?.dueAt);
    const cases = await orders.listWithCases(null, 10);
    expect(cases).toMatchObject([{ order: { orderId: excess.orderId }, since: after(90) }]);
    for (const order of [dispute, waiting, excess]) {
      expect(await storedOf(order)).toEqual(toOrderDocument(order));
    }
    expect(await orders.deriveAnew(100)).toBe(0);
  });

  test('are all derived anew, more of them than at a time, by two instances at once', async () => {
    const numbers = Array.from({ length: 350 }, (_, index) => `T${index}`);
    await stored().insertMany(numbers.map((number) => asEarlier(inDispute(number))));
    const other = new MongoOrderRepository(await database.connect(), alerts);
    await Promise.all([orders.deriveAnew(1_000), other.deriveAnew(1_000)]);
    expect(await orders.listDue(after(99 * DAY), 1_000)).toHaveLength(numbers.length);
    expect(await orders.deriveAnew(100)).toBe(0);
  });

  test('are derived anew a limited number at a time', async () => {
    await stored().insertMany(Array.from({ length: 250 }, (_, index) => asEarlier(inDispute(`T${index}`))));
    expect(await orders.deriveAnew(200)).toBe(200);
    expect(await orders.deriveAnew(200)).toBe(50);
  });

  test('and those of a version with a lower number are derived anew too', async () => {
    const order = inDispute();
    const { attentionAt: _, ...document } = toOrderDocument(order);
    await stored().insertOne({ ...document, derivedBy: DERIVED_BY - 1 });
    expect(await orders.deriveAnew(100)).toBe(1);
    expect(await storedOf(order)).toEqual(toOrderDocument(order));
  });

  test('keep what is parked or put off as it is', async () => {
    const [parked, failing, expiring] = ['T1', 'T2', 'T3'].map((number) =>
      newOrder({ merchantTransactionId: number }),
    ) as [PaymentOrder, PaymentOrder, PaymentOrder];
    const work = { since: after(7_000), failures: 12, reason: 'broken' };
    await stored().insertOne({ ...asEarlier(parked), parked: work, casesSince: work.since });
    await stored().insertOne({ ...asEarlier(failing), attentionAt: after(8_000), attentionFailures: 3 });
    await stored().insertOne({ ...asEarlier(expiring), attentionAt: after(8_000) });
    expect(await orders.deriveAnew(100)).toBe(3);
    expect(await orders.listDue(after(7_999), 10)).toEqual([expiring.orderId]);
    expect(await orders.listDue(after(8_000), 10)).toEqual([expiring.orderId, failing.orderId]);
    expect(await orders.listWithCases(null, 10)).toEqual([
      { since: work.since, order: parked, parked: work },
    ]);
    expect(await orders.deriveAnew(100)).toBe(0);
  });

  test('that cannot be read keep no others from it, and operators hear of each once', async () => {
    const damages = [{ attempts: 'none' }, { 'dispute.inquiry': { dueAt: 'tomorrow' } }];
    const damaged = damages.map((_, index) => inDispute(`damaged ${index}`));
    for (const order of [...damaged, inDispute('T3')]) await writeAsEarlier(order);
    for (const [index, damage] of damages.entries()) {
      const _id = damaged[index]?.orderId ?? '';
      await connection.collection<{ _id: string }>('orders').updateOne({ _id }, { $set: damage });
    }
    for (let looks = 0; looks < 2; looks += 1) await orders.deriveAnew(1_000);
    expect(await orders.listDue(after(99 * DAY), 10)).toEqual([inDispute('T3').orderId]);
    const told = alerts.raised.map((alert) => alert.kind === 'duty_failed' && `${alert.duty} ${alert.item}`);
    expect(told.sort()).toEqual(damaged.map(({ orderId }) => `derive-orders-anew ${orderId}`).sort());
  });

  test('are found by indexes that are empty without them', async () => {
    await orders.insert(inDispute());
    await orders.insert(newOrder({ merchantTransactionId: 'new' }));
    const { queryPlanner } = await stored().find(derivedByEarlierVersion).explain();
    for (const { name } of earlierDerivations) expect(JSON.stringify(queryPlanner)).toContain(name);
    expect(await stored().countDocuments(derivedByEarlierVersion)).toBe(0);
  });
});

describe('an order of this version that an instance of an earlier one, still running, writes', () => {
  /** Members that it does not know stay as it has read them; what it derives is by its own rules. */
  const writes = {
    'a change': async (order: PaymentOrder) => {
      const { _id, ...document } = await storedOf(order);
      const written = { ...document, version: order.version + 1, attentionAt: null, casesSince: null };
      await stored().replaceOne({ _id, version: order.version }, written);
      return { ...order, version: order.version + 1 };
    },
    'that its events are logged': async (order: PaymentOrder) => {
      const derived = { attentionAt: null, casesSince: null };
      await stored().updateOne({ _id: order.orderId }, { $set: { outbox: [], ...derived } });
      return { ...order, outbox: [] };
    },
    'that its events are logged, and a case that it knows': async (order: PaymentOrder) => {
      const derived = { attentionAt: null, casesSince: after(80) };
      await stored().updateOne({ _id: order.orderId }, { $set: { outbox: [], ...derived } });
      return { ...order, outbox: [] };
    },
    'that its events are logged, and something that it awaits': async (order: PaymentOrder) => {
      const derived = { attentionAt: after(99 * DAY), casesSince: null };
      await stored().updateOne({ _id: order.orderId }, { $set: { outbox: [], ...derived } });
      return { ...order, outbox: [] };
    },
  };

  test.each(Object.entries(writes))('is derived anew: %s', async (_what, write) => {
    const order = disputed(paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number: 'T1' }));
    await orders.insert(order);
    const written = await write(order);
    expect(await orders.deriveAnew(100)).toBe(1);
    expect(await storedOf(order)).toEqual(toOrderDocument(written));
    expect(await orders.deriveAnew(100)).toBe(0);
  });
});

describe('an order that changes while it is derived anew', () => {
  const order = disputed(paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number: 'T1' }));
  const { attemptId } = latest(order);
  const setAside = { attemptId, reported: money(1), receivedAt: after(90) };
  const later = { ...order, version: order.version + 1, quarantine: [setAside] };
  const { attentionAt: ofEvents = null } = toOrderDocument(order);
  const { attentionAt: ofDispute = null } = toOrderDocument({ ...order, outbox: [] });

  // What is stored of its attention is the same before and after, wherever it can be.
  test.each([
    ['by this version', ofEvents, () => orders.save(later, order.version)],
    [
      'by an earlier one',
      ofEvents,
      () =>
        stored().replaceOne(
          { _id: order.orderId },
          { ...withoutId(asEarlier(later)), attentionAt: ofEvents },
        ),
    ],
    ['as its events are taken out', ofDispute, () => orders.forgetRelayedEvents(order, order.lastSequence)],
    ['as its attention is put off', after(60), () => orders.putOff(order.orderId, fault, after(DAY))],
  ])('keeps what is written meanwhile: %s', async (_how, attentionAt, change) => {
    await stored().insertOne({ ...asEarlier(order), attentionAt });
    let rounds = 0;
    let meanwhile: OrderDocument | undefined;
    const held = new Proxy(stored() as unknown as Collection<OrderDocument>, {
      get(collection, name) {
        if (name !== 'bulkWrite') return Reflect.get(collection, name).bind(collection);
        return async (...call: Parameters<typeof collection.bulkWrite>) => {
          rounds += 1;
          if (rounds > 1) return collection.bulkWrite(...call);
          await change();
          meanwhile = await storedOf(order);
          const outcome = await collection.bulkWrite(...call);
          expect(await storedOf(order)).toEqual(meanwhile);
          return outcome;
        };
      },
    });
    await deriveAnew(held, 1_000, (_, error) => expect.fail(String(error)));
    const now = await storedOf(order);
    expect(now).toMatchObject({
      version: meanwhile?.version,
      outbox: meanwhile?.outbox,
      derivedBy: DERIVED_BY,
    });
    expect(await orders.deriveAnew(100)).toBe(0);
  });
});
