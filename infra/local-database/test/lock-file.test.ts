import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from '../src/lock-file.ts';
import { identify } from '../src/process-identity.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

const noWait = () => {};

test('work under the same lock never overlaps, and a waiting caller gets one message about the wait', async () => {
  const file = join(temporaryFolder(), 'lock');
  let inside = 0;
  let most = 0;
  let waits = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 6 }, () => withLock(file, () => (waits += 1), work)));
  expect(most).toBe(1);
  expect(waits).toBe(5);
  expect(readdirSync(join(file, '..'))).toEqual([]);
});

test('a lock is released if the work fails', async () => {
  const file = join(temporaryFolder(), 'lock');
  const failing = withLock(file, noWait, () => Promise.reject(new Error('no room')));
  await expect(failing).rejects.toThrow('no room');
  expect(existsSync(file)).toBe(false);
});

test('the lock of a killed process is taken over', async () => {
  const file = join(temporaryFolder(), 'lock');
  const holder = spawn('sleep', ['600']);
  await once(holder, 'spawn');
  writeFileSync(file, JSON.stringify(identify(Number(holder.pid))));
  let taken = false;
  const waiting = withLock(file, noWait, async () => {
    taken = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBe(false);
  holder.kill('SIGKILL');
  await waiting;
  expect(taken).toBe(true);
});

test('twelve processes that want one abandoned lock still get it one after the other', async () => {
  const file = join(temporaryFolder(), 'lock');
  writeFileSync(file, JSON.stringify({ pid: process.pid, startedAt: 'at another time' }));
  let inside = 0;
  const overlaps: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, () =>
      withLock(file, noWait, async () => {
        inside += 1;
        overlaps.push(inside);
        await waitUntil('a turn has passed', () => true);
        inside -= 1;
      }),
    ),
  );
  expect(overlaps).toEqual(Array(12).fill(1));
});
