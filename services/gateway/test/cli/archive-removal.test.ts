import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MongoAuditLog } from '../../src/adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoEventLog } from '../../src/adapters/outbound/mongo/mongo-event-log.ts';
import { SystemClock } from '../../src/adapters/outbound/system-clock.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { moneyMovesOf, type OrderMoney } from '../../src/domain/settlement/money-moves.ts';
import { OrderArchived } from '../../src/ports/order-archived.ts';
import { loggedEvent } from '../builders/events.ts';
import { closed, paid, withRefund } from '../builders/orders.ts';
import { ArchiveBench, DAY_MS, started, unreachable, YEARS } from './support/archive-bench.ts';

const bench = new ArchiveBench();

async function sha256(): Promise<string> {
  return JSON.parse((await bench.verify()).output).manifest_sha256;
}

async function remove(...more: readonly string[]) {
  return bench.run(['remove', bench.folder, '--manifest', await sha256(), ...more]);
}

async function moneyOf(order: PaymentOrder): Promise<readonly unknown[]> {
  const found: OrderMoney[] = [];
  const [from, before] = [YEARS + 1, YEARS - 30].map(
    (days) => new Date(order.createdAt.getTime() - (days - YEARS) * DAY_MS),
  );
  const span = { merchantId: order.merchantId, from: from as Date, before: before as Date };
  for await (const each of bench.orders.withMoneyMoved(span)) found.push(each);
  return found.flatMap(moneyMovesOf);
}

describe('kassa-admin archive remove', () => {
  test('removes the orders with their events, keeps their money in the books, and the archive still shows them', async () => {
    const order = await bench.store(
      withRefund(paid(started('T1')), { amountMinor: 3_000, state: 'SUCCESS' }),
    );
    const other = await bench.store(closed(started('T2')));
    const events = new MongoEventLog(bench.connection, new SystemClock());
    await events.append(loggedEvent(order.orderId, 1, { delivery: { state: 'delivered', nextTryAt: null } }));
    await bench.write();
    const money = await moneyOf(order);
    expect(money).toHaveLength(2);
    const shown = await bench.run(['read', bench.folder, '--order', order.orderId], unreachable);
    expect(await remove('--json')).toMatchObject({ exitCode: 0, errors: '' });
    const named = `“orders”, whose manifest.json has the SHA-256 ${await sha256()}`;
    for (const { orderId } of [order, other]) {
      const error = await bench.orders.find(orderId).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OrderArchived);
      expect((error as OrderArchived).message).toContain(named);
    }
    expect(await events.listOfOrder(order.orderId)).toEqual([]);
    expect(await moneyOf(order)).toEqual(money);
    expect(await bench.run(['read', bench.folder, '--order', order.orderId], unreachable)).toEqual(shown);
    const again = await remove('--json');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(again.output)).toEqual({ removed: 0, removed_before: 2, stay: {}, such_as: [] });
    expect(
      JSON.parse(
        (await bench.run(['write', '--before', '2020-01-01', '--to', `${bench.folder}-2`, '--json'])).output,
      ),
    ).toMatchObject({ orders: 0, kept_back: {} });
  });

  test('is recorded in the audit log, with the SHA-256 of the list of contents', async () => {
    await bench.store(paid(started('T1')));
    await bench.write();
    await remove();
    const [entry] = await new MongoAuditLog(bench.connection).list({ about: null, after: null, limit: 1 });
    expect(entry).toMatchObject({
      action: 'archive.remove',
      operator: 'ann@example.com',
      about: [bench.database.name, '1 orders', `sha256:${await sha256()}`],
      details: { what: `the orders of the archive ${bench.folder}` },
      outcome: 'done',
    });
  });

  test('keeps an order that has changed since, removes the others, and ends with an error', async () => {
    const changed = await bench.store(paid(started('T1')));
    await bench.store(paid(started('T2')));
    await bench.write();
    const later = { ...changed, version: changed.version + 1, description: 'Tea' };
    await bench.orders.save(later, changed.version);
    const removed = await remove();
    expect(removed).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('Not all orders of the archive were removed.'),
    });
    expect(removed.output).toMatch(/Removed +1\n/);
    expect(removed.output).toContain(changed.orderId);
    expect(await bench.orders.find(changed.orderId)).toEqual(later);
  });

  test('removes nothing if the archive is altered, is another one, or is another deployment’s', async () => {
    const order = await bench.store(paid(started('T1')));
    await bench.write();
    const other = await bench.run(['remove', bench.folder, '--manifest', 'a'.repeat(64)]);
    expect(other).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('not the one that you name'),
    });
    const path = join(bench.folder, 'manifest.json');
    const manifest = await readFile(path, 'utf8');
    const { deployment } = JSON.parse(manifest);
    await writeFile(path, manifest.replace(deployment, 'dep_another'));
    expect(await remove()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('another deployment'),
    });
    await writeFile(path, manifest);
    await appendFile(join(bench.folder, 'orders-000001.ndjson'), '\n');
    expect(await remove()).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining('is incomplete or was changed'),
    });
    expect(await bench.orders.find(order.orderId)).toEqual(order);
  });

  test.each([
    [['remove', 'x'], '--manifest'],
    [['remove', 'x', '--manifest', 'abc'], '64 digits'],
  ])('refuses %j', async (args, error) => {
    expect(await bench.run(args)).toMatchObject({ exitCode: 2, errors: expect.stringContaining(error) });
  });
});
