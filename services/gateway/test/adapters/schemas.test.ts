import type { Connection } from 'mongoose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureState } from '../../src/adapters/outbound/mongo/migrations/database-state.ts';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoChannelFees } from '../../src/adapters/outbound/mongo/mongo-channel-fees.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { MongoLogoStore } from '../../src/adapters/outbound/mongo/mongo-logo-store.ts';
import { MongoOrderRepository } from '../../src/adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoReconciliationLog } from '../../src/adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoRefundClaims } from '../../src/adapters/outbound/mongo/mongo-refund-claims.ts';
import { orderModel, toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { checkUpdate } from '../../src/adapters/outbound/mongo/schema-checks.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { disputed, paid } from '../builders/orders.ts';
import { paidOn } from '../builders/settled-orders.ts';
import { after } from '../builders/times.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { openTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let connection: Connection;
let orders: MongoOrderRepository;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.connect();
  orders = new MongoOrderRepository(connection);
});
beforeEach(() => database.empty());
afterAll(() => database.drop());

/** An object whose members a test may change although its real type forbids that. */
type Loose = Record<string, unknown>;

const whole = () => disputed(paidOn('2026-11-21T10:05:00.000Z', { merchantId: 'mer_1', number: 'T1' }));
const attemptOf = (order: Loose) => (order.attempts as Loose[])[0] as Loose;

function changedBy(spoil: (order: Loose) => void): PaymentOrder {
  const order = structuredClone(whole());
  spoil(order as unknown as Loose);
  return order;
}

const faults: readonly [string, (order: Loose) => void, string][] = [
  ['a member that the aggregate does not have', (order) => Object.assign(order, { colour: 1 }), '`colour`'],
  ['one deep inside', (order) => Object.assign(attemptOf(order), { colour: 1 }), '`colour`'],
  ['a missing member', (order) => delete attemptOf(order).openedAt, '`openedAt` is required'],
  ['a member left out instead of null', (order) => delete attemptOf(order).card, 'order.attempts.0.card'],
  ['no list', (order) => delete order.products, '`products` is required'],
  ['another state', (order) => Object.assign(order, { state: 'PAID' }), '`state`'],
  [
    'another cause',
    (order) => Object.assign((order.history as Loose[])[0] as Loose, { cause: 'x' }),
    '`cause`',
  ],
  ['a date as text', (order) => Object.assign(order, { createdAt: '2026-11-21' }), 'order.createdAt'],
  ['a part of a cent', (order) => Object.assign(order.amount as Loose, { amountMinor: 1.5 }), 'amountMinor'],
  [
    'null instead of absence',
    (order) => Object.assign((order.history as Loose[])[0] as Loose, { note: null }),
    'note must be absent',
  ],
  ['undefined', (order) => Object.assign(order, { paidAt: undefined }), 'order.paidAt'],
];

describe.each(faults)('an order with %s', (_what, spoil, told) => {
  test('is not stored', async () => {
    const refusal = { name: 'SchemaViolation', message: expect.stringContaining(told) };
    const order = changedBy(spoil);
    await expect(orders.insert(order)).rejects.toMatchObject(refusal);
    expect(await connection.collection('orders').countDocuments()).toBe(0);

    const stored = whole();
    await orders.insert(stored);
    await expect(
      orders.save({ ...order, version: stored.version + 1 }, stored.version),
    ).rejects.toMatchObject(refusal);
    expect(await orders.find(stored.orderId)).toEqual(stored);
  });
});

test('the refusal names no value of a consumer', async () => {
  const order = changedBy((loose) => Object.assign(loose, { customerName: { first: 'Ada' } }));
  const error: unknown = await orders.insert(order).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('customerName');
  expect(String(error)).not.toContain('Ada');
});

describe('what an update writes', () => {
  const { outbox } = paid();
  const updates: readonly [string, Parameters<typeof checkUpdate>[1], string | undefined][] = [
    ['a list of events', { $set: { 'order.outbox': outbox } }, undefined],
    ['an event of another type', { $set: { 'order.outbox': [{ ...outbox[0], type: 'x' }] } }, '`type`'],
    ['the due fields', { $set: { due: toOrderDocument(paid()).due } }, undefined],
    ['an unknown due field', { $set: { due: { colour: 1 } } }, '`colour`'],
    ['an unknown path', { $set: { 'due.colour': 1 } }, 'due.colour'],
    ['a count', { $inc: { 'due.failures': 1 } }, undefined],
    ['half a count', { $inc: { 'due.failures': 0.5 } }, 'failures'],
    ['no parked work', { $unset: { 'due.parked': '' } }, undefined],
    ['no state', { $unset: { 'order.state': '' } }, 'order.state'],
    ['one declined payment more', { $push: { 'order.refunds': { $each: [{}], $slice: -9 } } }, 'is required'],
  ];
  test.each(updates)('%s', async (_what, update, told) => {
    const checked = checkUpdate(orderModel(connection), update);
    if (told === undefined) await checked;
    else await expect(checked).rejects.toThrow(told);
  });
});

describe('also refused, before anything is written', () => {
  const at = after(0);
  const entry = {
    entryId: 'aud_1',
    at,
    operator: null,
    address: '127.0.0.1',
    requestId: 'req_1',
    action: 'order.delete' as never,
    about: [],
    details: {},
    outcome: null,
    before: null,
    after: null,
  };
  const day = { channelId: 'Sandbox', date: '2026-11-21', dueAt: at };
  const writes: readonly [string, () => Promise<unknown>, string][] = [
    [
      'an audit entry of an unknown action',
      () => new MongoAuditLog(connection).append(entry),
      'order.delete',
    ],
    [
      'a logo that is no image',
      () =>
        new MongoLogoStore(connection).put('mer_1', {
          hash: 'h',
          mediaType: 'text/html' as never,
          bytes: Buffer.of(1),
        }),
      'text/html',
    ],
    [
      'a day of an unknown moment',
      () => new MongoReconciliationLog(connection).open([{ ...day, dueAt: 'soon' as never }]),
      'dueAt',
    ],
    [
      'the outcome of a comparison without its counts',
      () =>
        new MongoReconciliationLog(connection).conclude(
          day,
          at,
          { kind: 'compared', isFinal: true, at, reconciliation: { agreed: [] } as never },
          null,
        ),
      'counts',
    ],
    [
      'an event whose sequence is none',
      () =>
        new MongoEventLog(connection, new SettableClock()).append({
          eventId: 'evt_1_1',
          merchantId: 'mer_1',
          orderId: 'ord_1',
          sequence: Number.NaN,
          type: 'order.payment.succeeded',
          body: '',
          createdAt: at,
          delivery: {
            state: 'pending',
            failures: 0,
            nextTryAt: at,
            leasedUntil: null,
            isResent: false,
            tries: [],
          },
        }),
      'sequence',
    ],
    [
      'a fee with a part of a cent',
      () => {
        const [fee, net] = [
          { amountMinor: 1.5, currency: 'EUR' },
          { amountMinor: 100, currency: 'EUR' },
        ];
        const fees = [{ at: after(0), fee, net }];
        return new MongoChannelFees(connection).record({
          ...{ channelId: 'Sandbox', date: '2026-11-20' },
          booked: [{ bookingId: 'fee_1', fees }],
        });
      },
      'amountMinor',
    ],
    ['the state of the database with half a schema number', () => ensureState(connection, 1.5), 'migratedTo'],
    [
      'a claim of no order',
      () => new MongoRefundClaims(connection).claim('mer_1', 'R1', undefined as never),
      'orderId',
    ],
  ];
  test.each(writes)('%s', async (_what, write, told) => {
    await expect(write()).rejects.toThrow(told);
    for (const collection of (await connection.db?.collections()) ?? []) {
      expect(await collection.countDocuments()).toBe(0);
    }
  });
});
