import { describe, expect, test } from 'vitest';
import { DatabaseMigrator } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import { MongoChannelFees } from '../../src/adapters/outbound/mongo/mongo-channel-fees.ts';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { ReportSettlement } from '../../src/application/payments/report-settlement.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import type { LineWithFee } from '../../src/domain/settlement/settlement-lines.ts';
import { AGAIN, chargedBackTwice, FIRST } from '../builders/charged-back-twice.ts';
import { money } from '../builders/orders.ts';
import { paidOn, refundedOn } from '../builders/settled-orders.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { newest, useMigrationBench, withMeanwhile } from '../support/migration-bench.ts';
import { RecordedMigration } from '../support/recorded-migration.ts';

const { connection, orders, told, anyOf, migrate, statusNow } = useMigrationBench();

const now = new Date('2026-12-01T00:00:00Z');
const [PAID, REFUNDED] = ['2026-11-01', '2026-11-05'] as const;
const order = (number = 'T1') =>
  refundedOn(
    `${REFUNDED}T10:00:00.000Z`,
    paidOn(`${PAID}T10:00:00.000Z`, { merchantId: 'mer_1', number }),
    'R1',
    3_000,
  );
const [payment, refund] = ['in', 'out'].map((direction) => (of: PaymentOrder) => {
  const move = moneyMovesOf(of).find(({ bookingId }) => bookingId.endsWith(` ${direction}`));
  return move?.bookingId ?? '';
}) as [(of: PaymentOrder) => string, (of: PaymentOrder) => string];

/** A fee as the first version stored it. */
const undated = (_id: string, feeMinor: number) => ({
  ...{ _id, schema: 1 },
  ...{ fee: money(feeMinor), net: money(10_000 - feeMinor) },
});
/** A fee as the version after it stored it. */
const dated = (bookingId: string, date: string, feeMinor: number) => ({
  ...{ _id: `${bookingId} ${date}`, schema: 1, bookingId },
  fees: [{ at: new Date(`${date}T09:00:00Z`), fee: money(feeMinor), net: money(10_000 - feeMinor) }],
});

/** Stores orders and fees in a database of the previous version. */
async function store(stored: readonly PaymentOrder[], fees: readonly { _id: string }[]) {
  await new DatabaseMigrator(connection()).begin();
  await anyOf('deployment').updateOne({ _id: 'database' }, { $set: { migratedTo: newest - 1 } });
  for (const each of stored) await anyOf('orders').insertOne({ ...toOrderDocument(each) });
  if (fees.length > 0) await anyOf('channel_fees').insertMany(fees.map((fee) => ({ ...fee })));
}

/** The lines of a day's settlement report, each with its fee; null where a fee is not known. */
async function linesOf(date: string) {
  const deps = { orders: orders(), fees: new MongoChannelFees(connection()), clock: new SettableClock(now) };
  const opened = new ReportSettlement(deps).execute('mer_1', date);
  if (opened.kind !== 'opened') throw new Error(opened.detail);
  const lines: LineWithFee[] = [];
  for await (const ofHour of opened.linesByHour()) lines.push(...ofHour);
  return lines.map((line) => [line.kind, line.settled?.fee.amountMinor ?? null]);
}

const record = (date: string, bookingId: string, feeMinor: number) =>
  new MongoChannelFees(connection()).record({
    ...{ channelId: 'Sandbox', date },
    booked: [{ bookingId, fees: dated(bookingId, date, feeMinor).fees }],
  });

describe('the fees that the first version stored without their days', () => {
  test('are in the settlement reports of their days after the migration', async () => {
    const one = order();
    await store([one], [undated(payment(one), 175), undated(refund(one), 25)]);
    expect(await statusNow()).toMatchObject({ kind: 'outstanding', outstanding: [{ name: 'fees-of-days' }] });
    expect(await migrate()).toMatchObject({ kind: 'fits', migratedTo: newest, unreadable: [] });
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 25]]);
  });

  test('are found even if the booking ID of a payment lacks the channel’s reference', async () => {
    const one = order();
    const withoutReference = payment(one).replace(/ \S+ in$/, ' in');
    expect(withoutReference).not.toBe(payment(one));
    await store([one], [undated(withoutReference, 175)]);
    await migrate();
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
  });

  test('stay unknown if several movements have the booking ID', async () => {
    const one = chargedBackTwice();
    await store([one], [undated(refund(one), 1_500)]);
    await migrate();
    for (const date of [FIRST, AGAIN]) expect(await linesOf(date)).toContainEqual(['dispute', null]);
  });

  test('are replaced by fees that a later version has read again', async () => {
    const one = order();
    const fees = [undated(payment(one), 170), undated(refund(one), 25), dated(payment(one), PAID, 175)];
    await store([one], fees);
    await migrate();
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 25]]);
    await record('2026-11-04', refund(one), 30);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 30]]);
    expect(await anyOf('channel_fees').countDocuments()).toBe(2);
  });

  test('stay when the books of a day much later show another fee of the same booking', async () => {
    const one = order();
    await store([one], [undated(refund(one), 25)]);
    await migrate();
    await record('2026-11-20', refund(one), 30);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 25]]);
  });

  test('wait for a movement that the gateway has not learned of', async () => {
    const one = order();
    const before = { ...one, refunds: [] };
    await store([before], [undated(refund(one), 25)]);
    await migrate();
    await anyOf('orders').replaceOne({ _id: one.orderId }, { ...toOrderDocument(one) });
    expect(await linesOf(REFUNDED)).toEqual([['refund', 25]]);
  });

  test('are removed with an order that is gone, and left and named if they or their orders are damaged', async () => {
    const [one, broken] = [order(), order('T2')];
    const damaged = { _id: `${refund(one)} x`, schema: 1, fee: 'none' };
    await store([one, broken], [undated(refund(order('T3')), 1), damaged, undated(payment(broken), 2)]);
    await anyOf('orders').updateOne({ _id: broken.orderId }, { $set: { 'order.attempts': 'none' } });
    const status = await migrate();
    expect(status).toMatchObject({ kind: 'fits' });
    expect([...status.unreadable].sort()).toEqual([damaged._id, payment(broken)].sort());
    expect(await anyOf('channel_fees').countDocuments()).toBe(2);
  });
});

describe('the migration of fees', () => {
  test('keeps the fees that have days, which are then replaced day by day', async () => {
    const one = order();
    await store([one], [dated(payment(one), PAID, 175), dated(refund(one), REFUNDED, 25)]);
    await migrate();
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
    const fees = new MongoChannelFees(connection());
    await fees.record({ channelId: 'Sandbox', date: PAID, booked: [] });
    expect(await linesOf(PAID)).toEqual([['payment', null]]);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 25]]);
  });

  test('a migration never overwrites a fee that an instance of the previous version reads again meanwhile (fault 74)', async () => {
    const one = order();
    await store([one], [undated(payment(one), 175), dated(refund(one), REFUNDED, 25)]);
    const migrations = withMeanwhile(async () => {
      for (const again of [undated(payment(one), 180), dated(refund(one), REFUNDED, 30)]) {
        await anyOf('channel_fees').replaceOne({ _id: again._id }, again);
      }
    });
    await new DatabaseMigrator(connection(), migrations).migrate(told());
    expect(await linesOf(PAID)).toEqual([['payment', 180]]);
    expect(await linesOf(REFUNDED)).toEqual([['refund', 30]]);
  });

  test('runs again if an instance of the previous version records a fee afterwards', async () => {
    const one = order();
    await store([one], []);
    expect(await migrate()).toMatchObject({ kind: 'fits' });
    await anyOf('channel_fees').insertOne(dated(payment(one), PAID, 175));
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
    expect(await statusNow()).toMatchObject({ kind: 'outstanding', outstanding: [{ name: 'fees-of-days' }] });
    expect(await migrate()).toMatchObject({ kind: 'fits' });
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
  });

  test('continues where a killed run stopped, and leaves no fee in the old form', async () => {
    const one = order();
    const days = Array.from({ length: 1_100 }, (_, number) =>
      dated(`Sandbox payment txn_${number} x in`, PAID, 1),
    );
    await store([one], [...days, undated(payment(one), 175)]);
    const dying = new RecordedMigration();
    dying.hasDone = () => {
      throw new Error('killed');
    };
    const killed = new DatabaseMigrator(connection()).migrate(dying);
    await expect(killed).rejects.toThrow('killed');
    const left = () => anyOf('channel_fees').countDocuments({ schema: 1 });
    expect(await left()).toBe(601);
    expect(await statusNow()).toMatchObject({ kind: 'outstanding', progress: { documents: 500 } });
    expect(await migrate()).toMatchObject({ kind: 'fits' });
    expect(await left()).toBe(0);
    expect(await linesOf(PAID)).toEqual([['payment', 175]]);
  });
});
