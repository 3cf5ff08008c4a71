import { describe, expect, test } from 'vitest';
import { DatabaseMigrator } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';
import { toOrderDocument } from '../../src/adapters/outbound/mongo/order-documents.ts';
import { schemaNumbers } from '../../src/adapters/outbound/mongo/schema-numbers.ts';
import { applyPaymentResult } from '../../src/domain/attempt/apply-payment-result.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { returnCaseIdOf, uncollectedCaseIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { applyRefundResult } from '../../src/domain/refund/progress-refund.ts';
import { moneyMovesOf } from '../../src/domain/settlement/money-moves.ts';
import { flatOf, paidBefore } from '../builders/flat-orders.ts';
import {
  afterChange,
  closed,
  disputed,
  latest,
  newOrder,
  opened,
  submitted,
  succeeded,
} from '../builders/orders.ts';
import { after } from '../builders/times.ts';
import { newest, useMigrationBench, withMeanwhile } from '../support/migration-bench.ts';

const { connection, orders, told, anyOf, flat, storedOf, migrate, statusNow } = useMigrationBench();

describe('orders', () => {
  test('have the same content after their migration, and are found by the fields that this version derives', async () => {
    const [dispute, open] = [disputed(paidBefore('T1')), newOrder({ merchantTransactionId: 'T2' })];
    const wrong = { attentionAt: null, casesSince: null, moneyHours: [], derivedBy: 1 };
    await flat().insertMany([{ ...flatOf(dispute), ...wrong }, flatOf(open)]);
    await migrate();
    for (const order of [dispute, open]) {
      const recorded = order.outbox.map((event) => ({ recordedAt: event.occurredAt, ...event }));
      const expected = { ...order, outbox: recorded };
      expect(await orders().find(order.orderId)).toEqual(expected);
      expect(await storedOf(order)).toEqual(toOrderDocument(expected));
    }
  });

  test('stay parked or postponed', async () => {
    const quiet = (number: string) => ({ ...newOrder({ merchantTransactionId: number }), outbox: [] });
    const [parked, failing, expiring] = [quiet('T1'), quiet('T2'), quiet('T3')];
    const work = { since: after(7_000), failures: 12, reason: 'broken' };
    await flat().insertMany([
      { ...flatOf(parked), parked: work, casesSince: work.since, attentionAt: null },
      { ...flatOf(failing), attentionAt: after(8_000), attentionFailures: 3 },
      { ...flatOf(expiring), attentionAt: after(8_000) },
    ]);
    await migrate();
    const idsDue = async (seconds: number) =>
      (await orders().listDue(after(seconds), 10, [])).map(({ orderId }) => orderId);
    expect(await idsDue(7_999)).toEqual([expiring.orderId]);
    expect(await idsDue(8_000)).toEqual([expiring.orderId, failing.orderId]);
    expect(await orders().listWithCases(null, 10)).toEqual([
      { since: work.since, order: parked, parked: work },
    ]);
    expect((await storedOf(failing))?.due).toMatchObject({ failures: 3 });
  });

  test('get the members that the oldest versions did not store', async () => {
    const order = paidBefore('T1');
    await flat().insertOne(flatOf(order));
    await anyOf('orders').updateOne(
      { _id: order.orderId },
      {
        $set: { wonDisputes: ['dsp_1', { channelReference: 'dsp_2' }] },
        $unset: {
          lostDisputes: 1,
          'attempts.0.uncollected': 1,
          'attempts.0.channelId': 1,
          'attempts.0.declines': 1,
          'outbox.0.recordedAt': 1,
        },
      },
    );
    await migrate();
    const found = await orders().find(order.orderId);
    expect(found).toMatchObject({ ...order, wonDisputes: [{ state: 'won' }, { channelReference: 'dsp_2' }] });
    // If only the reference of a dispute is known, the dispute has moved no money.
    expect(found && moneyMovesOf(found)).toEqual(moneyMovesOf(order));
  });

  test('have the kind of each settled case, and both kinds if one note settled two cases', async () => {
    const order = submitted();
    const { attemptId } = latest(order);
    const uncollected = { channelReference: 'evt_1', since: after(50), reason: 'no money' };
    const both = {
      ...order,
      attempts: order.attempts.map((attempt) => ({ ...attempt, unresolvedSince: after(40), uncollected })),
    };
    const settledCases = [{ caseId: attemptId, at: after(90), note: 'Looked into both.' }];
    await flat().insertOne({ ...flatOf(both), settledCases });
    await migrate();
    const found = await orders().find(order.orderId);
    expect(found?.settledCases.map(({ caseId, kind }) => [caseId, kind])).toEqual([
      [attemptId, 'attempt_unresolved'],
      [uncollectedCaseIdOf(attemptId), 'payment_uncollected'],
    ]);
    expect(found && openCases(found)).toEqual([]);
  });

  test.each(['flat', 'first'])(
    'of the %s form keep the case of a return settled if it had its refund’s ID',
    async (form) => {
      const order = closed(submitted());
      const late = afterChange(applyPaymentResult(order, latest(order).attemptId, succeeded(), after(2000)));
      const { refundId = '' } = late.refunds[0] ?? {};
      const result = { kind: 'failed', failure: { code: 'no', message: 'No.' } } as const;
      const failed = afterChange(applyRefundResult(late, refundId, result, after(2100)));
      const settled = { caseId: refundId, kind: 'return_failed', at: after(2200), note: 'Paid.' } as const;
      const nested = toOrderDocument(failed);
      await (form === 'flat'
        ? flat().insertOne({ ...flatOf(failed), settledCases: [settled] })
        : anyOf('orders').insertOne({
            ...nested,
            schema: 1,
            order: { ...nested.order, settledCases: [settled] },
          }));
      await migrate();
      const found = await orders().find(order.orderId);
      expect(found?.settledCases).toEqual([
        { ...settled, caseId: returnCaseIdOf(refundId), since: after(2100) },
      ]);
      expect(found && openCases(found)).toEqual([]);
    },
  );

  test('that were closed with a dispute get this dispute as a report for an operator, in a separate change', async () => {
    const ended = closed(submitted());
    const record = { version: ended.version, at: after(1), cause: 'validity_ended', moves: [] } as const;
    const order = { ...ended, history: [record] };
    const dispute = disputed(paidBefore('T1')).dispute;
    if (dispute === null) throw new Error('no dispute');
    const { attemptId } = latest(order);
    await flat().insertOne(flatOf({ ...order, dispute: { ...dispute, attemptId } }));
    await migrate();
    const found = await orders().find(order.orderId);
    expect(found).toMatchObject({ state: 'CLOSE', dispute: null, version: order.version + 1 });
    expect(found?.history.at(-1)).toMatchObject({ cause: 'validity_ended', version: order.version + 1 });
    expect(found && openCases(found)).toMatchObject([{ kind: 'result_set_aside' }]);
  });

  test('that cannot be read do not prevent the migration of others, are named, and are tried again by the next run', async () => {
    const [one, other, whole] = ['T1', 'T2', 'T3'].map(paidBefore) as [
      PaymentOrder,
      PaymentOrder,
      PaymentOrder,
    ];
    for (const order of [one, other, whole]) await flat().insertOne(flatOf(order));
    await anyOf('orders').updateOne({ _id: one.orderId }, { $set: { attempts: 'none' } });
    await anyOf('orders').updateOne({ _id: other.orderId }, { $set: { 'attempts.0.endedAt': 'yesterday' } });
    const status = await migrate();
    expect(status).toMatchObject({ kind: 'fits', migratedTo: newest });
    expect([...status.unreadable].sort()).toEqual([one.orderId, other.orderId].sort());
    expect(told().unreadable.sort()).toEqual([one.orderId, other.orderId].sort());
    expect(await orders().find(whole.orderId)).toEqual(whole);
    await expect(orders().find(one.orderId)).rejects.toThrow('kassa-admin database status');
    await anyOf('orders').updateOne({ _id: one.orderId }, { $set: { attempts: one.attempts } });
    expect((await migrate()).unreadable).toEqual([other.orderId]);
    expect(await orders().find(one.orderId)).toEqual(one);
  });

  test('stop the migration if none of them can be read, and it is then still outstanding', async () => {
    const damaged = Array.from({ length: 101 }, (_, index) => flatOf(paidBefore(`T${index}`)));
    await anyOf('orders').insertMany(damaged.map((order) => ({ ...order, attempts: 'none' })));
    await expect(migrate()).rejects.toThrow('more than 100 documents cannot be read');
    expect(await statusNow()).toMatchObject({ kind: 'outstanding', migratedTo: 0, isUnderWay: false });
  });
});

describe('orders of the format without lanes', () => {
  /** An order as that form stored it. */
  const storedBefore = (order: PaymentOrder) => {
    const { lanes: _lanes, ...due } = toOrderDocument(order).due;
    return { ...toOrderDocument(order), schema: 1, due };
  };
  const insert = (...documents: readonly ReturnType<typeof storedBefore>[]) =>
    anyOf('orders').insertMany(documents.map((document) => ({ ...document })));
  const pending = (number: string) => submitted(opened(newOrder({ merchantTransactionId: number })));

  test('have lanes after the migration, and stay postponed or parked', async () => {
    const [due, quiet] = [pending('T1'), { ...paidBefore('T2'), outbox: [] }];
    const [failing, parked] = [storedBefore(pending('T3')), storedBefore(pending('T4'))];
    const { attentionAt: _attentionAt, ...unattended } = parked.due;
    const work = { since: after(7_000), failures: 12, reason: 'broken' };
    await new DatabaseMigrator(connection()).begin();
    await anyOf('deployment').updateOne({ _id: 'database' }, { $set: { migratedTo: 2 } });
    await insert(
      storedBefore(due),
      storedBefore(quiet),
      { ...failing, due: { ...failing.due, attentionAt: after(8_000), failures: 3 } },
      { ...parked, due: { ...unattended, parked: work, casesSince: work.since } },
    );
    expect((await statusNow()).outstanding[0]).toMatchObject({ name: 'second-form-of-orders' });
    await expect(orders().find(due.orderId)).rejects.toThrow('kassa-admin database status');
    expect(await migrate()).toMatchObject({ kind: 'fits' });
    for (const order of [due, quiet]) expect(await storedOf(order)).toEqual(toOrderDocument(order));
    const listed = async (seconds: number) =>
      (await orders().listDue(after(seconds), 10, [{ channelId: null, merchantId: null }])).map(
        ({ orderId, channelIds }) => [orderId, ...channelIds],
      );
    expect(await listed(7_999)).toEqual([[due.orderId, 'Sandbox']]);
    expect(await listed(8_000)).toEqual([
      [due.orderId, 'Sandbox'],
      [failing._id, 'Sandbox'],
    ]);
    expect(await orders().findParked(parked._id)).toEqual(work);
  });

  test('a migration never overwrites an order that changes while the migration runs (fault 74)', async () => {
    const order = pending('T1');
    const { order: members, ...document } = storedBefore(order);
    await insert({ ...document, order: members });
    const migrations = withMeanwhile(() =>
      anyOf('orders').updateOne(
        { _id: order.orderId },
        { $set: { order: { ...members, outbox: [] }, due: storedBefore({ ...order, outbox: [] }).due } },
      ),
    );
    await new DatabaseMigrator(connection(), migrations).migrate(told());
    expect(await storedOf(order)).toEqual(toOrderDocument({ ...order, outbox: [] }));
  });

  test('that cannot be read are named and left unchanged', async () => {
    const [damaged, whole] = [pending('T1'), pending('T2')];
    await insert(storedBefore(damaged), storedBefore(whole));
    await anyOf('orders').updateOne({ _id: damaged.orderId }, { $set: { 'order.attempts': 'none' } });
    expect(await migrate()).toMatchObject({ kind: 'fits', unreadable: [damaged.orderId] });
    expect(await orders().find(whole.orderId)).toEqual(whole);
    expect(await storedOf(damaged)).toMatchObject({ schema: 1 });
  });
});

describe('documents of the other collections', () => {
  test('get numbers, and the members that the oldest versions did not store', async () => {
    const done = { isFinal: true, reconciliation: { pendingCount: 0 } };
    const written = {
      merchants: { name: 'Shop', keys: [{ keyId: 'key_1' }, { keyId: 'key_2', revokedAt: after(1) }] },
      channel_accounts: { state: 'active' },
      channel_callbacks: { callbackId: 'evt_1', channelType: 'Sandbox', appliedAt: null },
      events: { delivery: { state: 'pending' } },
      reconciliations: { date: '2026-11-01', outcome: done, claimedUntil: null },
      audit_log: { action: 'keys.add' },
      logos: { base64: '' },
      nonces: { expiresAt: after(0) },
      refund_claims: { epoch: 1 },
      sandbox_clock: { aheadMs: 0 },
    };
    for (const [name, document] of Object.entries(written)) {
      await anyOf(name).insertOne({ _id: 'one', ...document });
    }
    const due = { ...done, isFinal: false };
    await anyOf('reconciliations').insertOne({ _id: 'two', outcome: due, claimedUntil: null });
    await migrate();
    const now = async (name: string, _id = 'one') => anyOf(name).findOne({ _id });
    for (const name of Object.keys(written) as (keyof typeof written)[]) {
      expect(await now(name)).toMatchObject({ schema: schemaNumbers[name] });
    }
    const branding = { accentColor: null, logoHash: null };
    expect(await now('merchants')).toMatchObject({
      ...{ allowedOrigins: [], routes: [], methodOrder: [], branding, revision: 1 },
      keys: [
        { keyId: 'key_1', revokedAt: null },
        { keyId: 'key_2', revokedAt: after(1) },
      ],
    });
    expect(await now('channel_accounts')).toMatchObject({ isUsed: true, hasOpened: false });
    const callback = await now('channel_callbacks');
    expect(callback).toMatchObject({ channelId: 'Sandbox' });
    expect(callback).not.toHaveProperty('channelType');
    expect(await now('events')).toMatchObject({ delivery: { state: 'pending', leasedUntil: null } });
    expect(await now('reconciliations')).toMatchObject({ dueAt: null });
    expect(await now('reconciliations', 'two')).toMatchObject({ dueAt: new Date(0) });
  });

  test('keep their content, including what is written meanwhile', async () => {
    await anyOf('channel_accounts').insertOne({ _id: 'one', isUsed: false });
    await anyOf('merchants').insertOne({ _id: 'two', revision: 7, routes: ['mine'], keys: [] });
    const noteOpening = async () => {
      await anyOf('channel_accounts').updateOne({ _id: 'one' }, { $set: { hasOpened: true } });
    };
    await new DatabaseMigrator(connection(), withMeanwhile(noteOpening)).migrate(told());
    expect(await anyOf('channel_accounts').findOne({})).toMatchObject({ isUsed: false, hasOpened: true });
    expect(await anyOf('merchants').findOne({})).toMatchObject({ revision: 7, routes: ['mine'] });
  });

  test('are no longer removed by the database itself, except nonces', async () => {
    for (const name of ['channel_callbacks', 'nonces']) {
      await anyOf(name).createIndex({ at: 1 }, { expireAfterSeconds: 2_592_000 });
    }
    await flat().insertOne(flatOf(paidBefore('T1')));
    await migrate();
    const expiriesOf = async (name: string) =>
      (await anyOf(name).indexes()).filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
    expect(await expiriesOf('channel_callbacks')).toEqual([]);
    expect(await expiriesOf('nonces')).toHaveLength(1);
  });
});
