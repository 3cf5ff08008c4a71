import { promises } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ArchiveFolder } from '../../src/adapters/outbound/archive/archive-folder.ts';
import { UnreadableArchive } from '../../src/adapters/outbound/archive/unreadable-archive.ts';
import { WrittenArchiveFiles } from '../../src/adapters/outbound/archive/written-archive-files.ts';
import { ArchivedOrderForms } from '../../src/adapters/outbound/mongo/archived-order-forms.ts';
import { VerifyArchive } from '../../src/application/archive/verify-archive.ts';
import { ArchiveTally } from '../../src/domain/archive/archive-tally.ts';
import { newOrder } from '../builders/orders.ts';
import { after } from '../builders/times.ts';

/** The steps on the disk of a process that is killed at one of them. After that, it makes no further step. */
const life = { killAt: Number.POSITIVE_INFINITY, steps: 0 };

/** @param half what the disk has of a step during which the process is killed */
async function step(half: () => unknown = () => {}): Promise<void> {
  life.steps += 1;
  if (life.steps < life.killAt) return;
  if (life.steps === life.killAt) await half();
  throw new Error('killed');
}

const { open, rename } = promises;

function mortalHandle(handle: promises.FileHandle) {
  return {
    writeFile: async (data: Buffer | string) => {
      await step(() => handle.writeFile(data.slice(0, data.length / 2)));
      await handle.writeFile(data);
      await step();
    },
    sync: () => step().then(() => handle.sync()),
    close: () => handle.close(),
  } as promises.FileHandle;
}

beforeAll(() => {
  promises.open = async (...args) => {
    await step();
    return mortalHandle(await open(...args));
  };
  promises.rename = async (...args) => {
    await step();
    await rename(...args);
    await step();
  };
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(promises, { open, rename });
  syncBuiltinESMExports();
});

const source = {
  deployment: null,
  environment: 'production',
  database: 'kassa',
  changedBefore: after(365 * 86_400),
  limit: null,
};
const all = ['T1', 'T2', 'T3', 'T4', 'T5']
  .map((merchantTransactionId) => newOrder({ merchantTransactionId }))
  .sort((one, other) => (one.orderId < other.orderId ? -1 : 1));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kassa-archive-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes an archive of several files, as a process that is killed at a step; or that lives. */
async function write(killAt = Number.POSITIVE_INFINITY, orders = all): Promise<void> {
  life.killAt = killAt;
  life.steps = 0;
  try {
    const writer = await WrittenArchiveFiles.begin(folder, source, 1_200);
    try {
      const tally = new ArchiveTally();
      for (const order of orders) {
        tally.add(order);
        await writer.add({ order, events: [], refundClaims: [], fees: [] });
      }
      await writer.finish(tally.totals(), after(0));
    } finally {
      await writer.close();
    }
  } finally {
    life.killAt = Number.POSITIVE_INFINITY;
  }
}

async function verify() {
  return new VerifyArchive({ forms: new ArchivedOrderForms() }).execute(await ArchiveFolder.open(folder));
}

test('if the process is killed at any step while it writes an archive, the folder contains either no archive or a complete one, and the next run completes it (fault 95)', async () => {
  await write();
  const { steps } = life;
  expect(steps).toBeGreaterThan(20);
  const names = await readdir(folder);
  expect(names.length).toBeGreaterThan(3);
  let wholeAfterKill = 0;
  for (let step = 1; step <= steps; step += 1) {
    await rm(folder, { recursive: true });
    await expect(write(step)).rejects.toThrow('killed');
    const left = await verify().catch((error: unknown) => error);
    // Meanwhile, fewer orders can be archived, so the next run writes fewer files.
    const orders = left instanceof UnreadableArchive ? all.slice(0, 2) : all;
    if (orders === all) wholeAfterKill += 1;
    else await write(Number.POSITIVE_INFINITY, orders);
    const { faults, totals } = await verify();
    expect([faults, totals.count]).toEqual([[], orders.length]);
    if (orders === all) expect(await readdir(folder)).toEqual(names);
  }
  // Only the last steps come after the list of contents has got its name.
  expect(wholeAfterKill).toBe(3);
});
