import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ArchiveFolder } from '../../src/adapters/outbound/archive/archive-folder.ts';
import { lineOf, readLine } from '../../src/adapters/outbound/archive/archive-line.ts';
import { WrittenArchiveFiles } from '../../src/adapters/outbound/archive/written-archive-files.ts';
import { ArchivedOrderForms } from '../../src/adapters/outbound/mongo/archived-order-forms.ts';
import { VerifyArchive } from '../../src/application/archive/verify-archive.ts';
import { ArchiveTally } from '../../src/domain/archive/archive-tally.ts';
import { archivedFormOf } from '../../src/domain/archive/archived-order.ts';
import type { ArchivedOrder } from '../../src/ports/order-archive.ts';
import { logged, loggedEvent } from '../builders/events.ts';
import { largestOrder } from '../builders/largest-order.ts';
import { money, newOrder, orderIn } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

const source = {
  deployment: null,
  environment: 'production',
  database: 'kassa',
  changedBefore: after(365 * 86_400),
  limit: null,
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kassa-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

const archivedOrder = (merchantTransactionId: string): ArchivedOrder => {
  const order = newOrder({ merchantTransactionId });
  return {
    order,
    events: [logged(loggedEvent(order.orderId, 1))],
    refundClaims: [{ transactionId: 'R1', orderId: order.orderId, epoch: 2 }],
    fees: [
      {
        bookingId: 'Sandbox payment txn_1 in',
        fees: [{ at: after(60), fee: money(61), net: money(9_939) }],
      },
    ],
  };
};
const fifty = Array.from({ length: 50 }, (_, index) => archivedOrder(`T${index}`)).sort((one, other) =>
  one.order.orderId < other.order.orderId ? -1 : 1,
);

async function writeAll(all: readonly ArchivedOrder[], fileBytes: number): Promise<void> {
  const writer = await WrittenArchiveFiles.begin(folder, source, fileBytes);
  const tally = new ArchiveTally();
  for (const archived of all) {
    tally.add(archived.order);
    await writer.add(archived);
  }
  await writer.finish(tally.totals(), after(0));
}

const forms = new ArchivedOrderForms();

async function verification() {
  return new VerifyArchive({ forms }).execute(await ArchiveFolder.open(folder));
}

describe('an archive in files', () => {
  test('begins a new file when the present one is large enough, and finds each order in its file', async () => {
    await writeAll(fifty, 10_000);
    expect((await readdir(folder)).length).toBeGreaterThan(5);
    expect(await verification()).toMatchObject({ faults: [], totals: { count: 50 } });
    const archive = await ArchiveFolder.open(folder);
    for (const archived of fifty) {
      expect(await archive.find(archived.order.orderId)).toMatchObject({ kind: 'order', archived });
    }
    expect(await archive.find(newOrder({ merchantTransactionId: 'T99' }).orderId)).toBeUndefined();
  });

  test('can be empty', async () => {
    await writeAll([], 10_000);
    expect(await verification()).toMatchObject({ faults: [], totals: { count: 0, firstOrderId: null } });
  });

  test('does not count as an archive before it is finished, and can then be written again', async () => {
    const writer = await WrittenArchiveFiles.begin(folder, source, 2_000);
    for (const archived of fifty.slice(0, 10)) await writer.add(archived);
    await writer.close();
    await expect(ArchiveFolder.open(folder)).rejects.toThrow('contains no archive');
    await writeAll(fifty, 1_000_000);
    expect(await verification()).toMatchObject({ faults: [], totals: { count: 50 } });
  });
});

describe('a verification', () => {
  const archived = fifty.slice(0, 3);

  test('finds an altered byte anywhere in a file', async () => {
    await writeAll(archived, 1_000_000);
    const path = join(folder, 'orders-000001.ndjson');
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 149) {
      await writeFile(path, altered(bytes, at));
      expect((await verification()).faults, `byte ${at}`).not.toEqual([]);
    }
  });

  test('finds an altered byte anywhere in the list of contents, at least by its SHA-256', async () => {
    await writeAll(archived, 1_000_000);
    const { manifestSha256 } = await verification();
    const path = join(folder, 'manifest.json');
    const bytes = await readFile(path);
    for (let at = 0; at < bytes.length; at += 17) {
      await writeFile(path, altered(bytes, at));
      const verified = await verification().catch(() => undefined);
      if (verified?.faults.length === 0) expect(verified.manifestSha256).not.toBe(manifestSha256);
    }
  });

  function altered(bytes: Buffer, at: number): Buffer {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  }
});

describe('an archived order', () => {
  const whole = (order: ArchivedOrder['order']): ArchivedOrder => ({
    order: archivedFormOf(order),
    events: [],
    refundClaims: [],
    fees: [],
  });

  test.each(Object.values(orderIn).map((make) => make()))(
    'in $state is read as it was written',
    async (order) => {
      const archived = whole(order);
      expect(readLine(lineOf(archived))).toEqual(archived);
      expect(await forms.faultIn(archived)).toBeNull();
    },
  );

  test('is read as it was written, even if it is the largest possible order', async () => {
    const archived = whole(largestOrder());
    expect(readLine(lineOf(archived))).toEqual(archived);
  });

  test('keeps a string that looks like a date a string, and refuses an object that looks like an encoded date', () => {
    const archived = whole(newOrder({ description: '2026-11-26T10:00:00.000Z' }));
    expect(readLine(lineOf(archived)).order.description).toBe('2026-11-26T10:00:00.000Z');
    expect(() => lineOf({ ...archived, order: { ...archived.order, $date: 'x' } } as never)).toThrow(
      'begins with $',
    );
  });
});
