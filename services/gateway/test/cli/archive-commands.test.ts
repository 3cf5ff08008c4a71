import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoCallbackInbox } from '../../src/adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { SystemClock } from '../../src/adapters/outbound/system-clock.ts';
import { lastChangeOf } from '../../src/domain/archive/obstacle-to-archiving.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { loggedEvent } from '../builders/events.ts';
import { aged } from '../builders/old-orders.ts';
import { attemptOf, closed, disputed, newOrder, paid, succeeded, withRefund } from '../builders/orders.ts';
import { start } from '../builders/times.ts';
import { ArchiveBench, before, DAY_MS, started, unreachable, YEARS } from './support/archive-bench.ts';

const bench = new ArchiveBench();
const run: ArchiveBench['run'] = (...args) => bench.run(...args);
const write: ArchiveBench['write'] = (...args) => bench.write(...args);
const verify = () => bench.verify();
const store: ArchiveBench['store'] = (...args) => bench.store(...args);

const sorted = (stored: readonly PaymentOrder[]) =>
  stored.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
const manifest = async () => JSON.parse(await readFile(join(bench.folder, 'manifest.json'), 'utf8'));

describe('kassa-admin archive write', () => {
  test('copies orders about which nothing is open, leaves the others out, and says why', async () => {
    const archived = sorted([
      await store(paid(started('T1'))),
      await store(closed(started('T2'))),
      await store(withRefund(paid(started('T3')), { amountMinor: 3_000, state: 'SUCCESS' })),
    ]);
    await store(disputed(paid(started('T4'))));
    await store(paid(started('T5')), (start.getTime() - Date.now()) / DAY_MS + 500);
    await bench.orders.insert(aged(paid(started('T6')), YEARS + 1));
    const written = await write('--json');
    expect(written).toMatchObject({ exitCode: 0, errors: '' });
    const facts = {
      orders: 3,
      first_order_id: archived[0]?.orderId,
      last_order_id: archived[2]?.orderId,
      sums: [{ currency: 'USD', orders: 3, ordered_minor: '30000', in_minor: '20000', out_minor: '3000' }],
    };
    expect(JSON.parse(written.output)).toMatchObject({
      ...facts,
      kept_back: { dispute_open: 1, may_be_disputed: 1, not_reconciled: 1 },
    });
    expect(await manifest()).toMatchObject({
      ...facts,
      format: 'kassa-order-archive',
      format_version: 1,
      database: bench.database.name,
      filter: { changed_before: `${before}T00:00:00.000Z`, limit: null },
      files: [{ name: 'orders-000001.ndjson', orders: 3 }],
    });
    expect((await readdir(bench.folder)).toSorted()).toEqual(['manifest.json', 'orders-000001.ndjson']);
    for (const order of archived) expect(await bench.orders.find(order.orderId)).toEqual(order);
  });

  test('is recorded in the audit log, with the SHA-256 of the list of contents', async () => {
    await store(paid(started('T1')));
    const { output } = await write();
    const sha256 = createHash('sha256')
      .update(await readFile(join(bench.folder, 'manifest.json')))
      .digest('hex');
    expect(output).toContain(sha256);
    const [entry] = await new MongoAuditLog(bench.connection).list({ about: null, after: null, limit: 2 });
    expect(entry).toMatchObject({
      action: 'archive.write',
      operator: 'ann@example.com',
      about: [bench.database.name, '1 orders', `sha256:${sha256}`],
      details: { what: `orders unchanged since ${before}T00:00:00.000Z`, to: bench.folder },
      outcome: 'done',
    });
  });

  test('writes nothing about the consumer, and no secret of the payment page', async () => {
    const order = paid(started('T1'));
    const attempts = order.attempts.map((attempt) => ({
      ...attempt,
      sessionResult: 'told by the page',
      ...(attempt.opening && { opening: { ...attempt.opening, clientSecret: 'pi_secret_1' } }),
    }));
    await store({ ...order, attempts });
    await write();
    const text = await readFile(join(bench.folder, 'orders-000001.ndjson'), 'utf8');
    expect(text).toContain('T1');
    expect(text).not.toMatch(/Grace|grace|49151|Elm Street|pi_secret|told by the page/);
    expect((await stat(bench.folder)).mode & 0o077).toBe(0);
    expect((await stat(join(bench.folder, 'orders-000001.ndjson'))).mode & 0o077).toBe(0);
  });

  test('stops at the limit', async () => {
    for (const number of ['T1', 'T2', 'T3']) await store(paid(started(number)));
    expect((await write('--limit', '2')).output).toMatch(/Orders +2\n/);
    expect(JSON.parse((await verify()).output)).toMatchObject({ orders: 2, faults: [] });
  });

  test('never adds to an archive, and removes only what an interrupted run has left', async () => {
    await store(paid(started('T1')));
    await write();
    await rename(join(bench.folder, 'manifest.json'), join(bench.folder, 'manifest.json.part'));
    await writeFile(join(bench.folder, 'orders-000002.ndjson.part'), '{');
    expect(await verify()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('contains no archive'),
    });
    expect(await write()).toMatchObject({ exitCode: 0 });
    expect(JSON.parse((await verify()).output)).toMatchObject({ orders: 1, faults: [] });
    expect(await write()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('already contains an archive'),
    });
    await rm(join(bench.folder, 'manifest.json'));
    await writeFile(join(bench.folder, 'notes.txt'), 'mine');
    expect(await write()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('contains notes.txt'),
    });
    expect(await readFile(join(bench.folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('leaves out an order with a pending event or a waiting callback', async () => {
    const told = await store(paid(started('T1')));
    await new MongoEventLog(bench.connection, new SystemClock()).append(loggedEvent(told.orderId, 1));
    const reported = await store(paid(started('T2')));
    await new MongoCallbackInbox(bench.connection).keep({
      callbackId: 'evt_1',
      channelId: 'Sandbox',
      notification: { kind: 'payment', attemptId: attemptOf(reported), result: succeeded() },
      receivedAt: new Date(),
    });
    expect(JSON.parse((await write('--json')).output)).toMatchObject({
      orders: 0,
      kept_back: { delivery_pending: 1, callback_waiting: 1 },
    });
  });

  test.each([
    [['--before', '2025-02-30', '--to', 'x'], 'An example is 2025-01-01'],
    [['--before', '2025-02-01', '--to', 'x', '--limit', '0'], 'An example is 100000'],
  ])('refuses %j', async (args, error) => {
    expect(await run(['write', ...args])).toMatchObject({
      exitCode: 2,
      errors: expect.stringContaining(error),
    });
  });

  test('names the setting that is wrong', async () => {
    expect(await run(['write', '--before', before, '--to', bench.folder], { MONGODB_URI: '' })).toMatchObject(
      {
        exitCode: 2,
        errors: expect.stringContaining('MONGODB_URI'),
      },
    );
  });
});

describe('kassa-admin archive verify', () => {
  beforeEach(async () => {
    for (const number of ['T1', 'T2', 'T3']) await store(paid(started(number)));
    await write();
  });

  const file = () => join(bench.folder, 'orders-000001.ndjson');
  const faults = async (): Promise<readonly string[]> => {
    const { exitCode, output } = await verify();
    expect(exitCode).toBe(1);
    return (JSON.parse(output) as { faults: { place: string; reason: string }[] }).faults.map(
      ({ place, reason }) => `${place} ${reason}`,
    );
  };
  /** Makes the list of contents fit the file again, as somebody would who hides a change. */
  const hide = async (change: (found: Record<string, unknown>) => void = () => {}) => {
    const found = await manifest();
    const bytes = await readFile(file());
    found.files[0].bytes = bytes.length;
    found.files[0].sha256 = createHash('sha256').update(bytes).digest('hex');
    change(found);
    await writeFile(join(bench.folder, 'manifest.json'), `${JSON.stringify(found, null, 2)}\n`);
  };
  const lines = async () => (await readFile(file(), 'utf8')).trimEnd().split('\n');
  const writeLines = (all: readonly string[]) => writeFile(file(), `${all.join('\n')}\n`);

  test('finds nothing in an archive as it was written', async () => {
    expect(await run(['verify', bench.folder], unreachable)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('The archive is whole.'),
    });
  });

  test('finds an altered byte, names its place and ends with an error', async () => {
    const text = await readFile(file(), 'utf8');
    await writeFile(file(), text.replace('"state":"PAY_SUCCESS"', '"state":"PAY_SUCCESs"'));
    const { exitCode, output, errors } = await run(['verify', bench.folder], unreachable);
    expect(exitCode).toBe(1);
    expect(output).toContain('orders-000001.ndjson:1');
    expect(errors).toContain('The archive is incomplete or was changed.');
  });

  test('finds a removed, an added, a repeated and a moved record, even if the file’s hash fits', async () => {
    const [one = '', two = '', three = ''] = await lines();
    await writeLines([one, three]);
    await hide();
    expect(await faults()).toContainEqual(expect.stringContaining('orders are not those'));
    await writeLines([one, two, two, three]);
    await hide();
    expect(await faults()).toContain(
      'orders-000001.ndjson:3 the order does not come after the one before it, by ID',
    );
    await writeLines([one, three, two]);
    await hide();
    expect(await faults()).toContainEqual(expect.stringContaining(':3 the order does not come after'));
  });

  test('finds an altered amount, even if the file’s hash fits', async () => {
    const [one = '', ...rest] = await lines();
    await writeLines([one.replace('"amountMinor":10000', '"amountMinor":90000'), ...rest]);
    await hide();
    expect(await faults()).toEqual([
      'manifest.json the sums by currency are not those of the orders in the files',
    ]);
  });

  test.each([
    ['a text in place of a number', '"version":', '"version":"x","was":', 'form of a stored order'],
    ['an unknown member', '"fingerprint":', '"extra":1,"fingerprint":', 'form of a stored order'],
    ['another merchant’s order', '"merchantId":"mer_1"', '"merchantId":"mer_2"', 'not that of its merchant'],
    ['a consumer', '"customerName":null', '"customerName":"Eve"', 'names its consumer'],
    ['a member that comes twice', '"state":', '"state":"CLOSE","state":', 'another form'],
    ['a space', '"state":', '"state": ', 'another form'],
  ])('finds %s, even if the file’s hash fits', async (_name, found, replacement, reason) => {
    const [one = '', ...rest] = await lines();
    expect(one).toContain(found);
    await writeLines([one.replace(found, replacement), ...rest]);
    await hide();
    expect(await faults()).toContainEqual(expect.stringContaining(reason));
  });

  test('finds a missing, an added and a cut file', async () => {
    await writeFile(join(bench.folder, 'orders-000002.ndjson'), '');
    expect(await faults()).toEqual(['orders-000002.ndjson the file is not in the list of contents']);
    await rm(join(bench.folder, 'orders-000002.ndjson'));
    await truncate(file(), (await stat(file())).size - 1);
    expect(await faults()).toContain('orders-000001.ndjson:3 the line has no end');
    await rm(file());
    expect(await faults()).toContainEqual(expect.stringContaining('the file cannot be read'));
  });

  test('refuses a later format, and names the version that wrote it', async () => {
    await hide((found) => {
      found.format_version = 2;
    });
    expect(await verify()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('format version 2'),
    });
  });
});

describe('kassa-admin archive read', () => {
  test('prints an order as `order show` does, by either ID and without the database', async () => {
    const order = await store(withRefund(paid(started('T1')), { amountMinor: 3_000, state: 'SUCCESS' }));
    await store(paid(started('T2')));
    await write();
    const byId = await run(['read', bench.folder, '--order', order.orderId], unreachable);
    expect(byId).toMatchObject({ exitCode: 0, errors: '' });
    expect(byId.output).toContain(order.orderId);
    expect(byId.output).toContain('PARTIAL_REFUND');
    expect(byId.output).toContain(lastChangeOf(order).toISOString().slice(0, 10));
    const named = ['--merchant', 'mer_1', '--merchant-order', 'T1'];
    expect((await run(['read', bench.folder, ...named], unreachable)).output).toBe(byId.output);
    const json = JSON.parse((await run(['read', bench.folder, ...named, '--json'], unreachable)).output);
    expect(json).toMatchObject({
      merchant_id: 'mer_1',
      payment: { order_id: order.orderId, merchant_transaction_id: 'T1', refunded_amount: 30 },
      refunds: [{ transaction_id: 'R1', state: 'SUCCESS' }],
      cases: [],
    });
  });

  test('refuses an order that is not there, an altered archive, and an order that is not named', async () => {
    const order = await store(paid(started('T1')));
    await write();
    const other = newOrder({ merchantTransactionId: 'T9' }).orderId;
    expect(await run(['read', bench.folder, '--order', other])).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('does not contain this order'),
    });
    expect(await run(['read', bench.folder, '--merchant', 'mer_1'])).toMatchObject({ exitCode: 2 });
    await appendFile(join(bench.folder, 'orders-000001.ndjson'), '\n');
    expect(await run(['read', bench.folder, '--order', order.orderId])).toMatchObject({
      exitCode: 1,
      output: '',
      errors: expect.stringContaining('was changed after it was written'),
    });
  });
});
