import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DemoError } from '../src/demo-error.ts';
import { holdFolder } from '../src/hold-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kassa-hold-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('one start locks a folder, and the next start can lock it after the release', () => {
  const giveBack = holdFolder(folder);
  expect(() => holdFolder(folder)).toThrow(DemoError);
  giveBack();
  holdFolder(folder)();
});

test('a folder that another living process holds is refused, naming the process', () => {
  writeFileSync(join(folder, 'running.pid'), String(process.ppid));
  expect(() => holdFolder(folder)).toThrow(
    new RegExp(`runs already on this folder \\(process ${process.ppid}\\)`),
  );
});

test('the lock of a dead process is taken over', () => {
  // No process has this ID, because no system uses IDs that high.
  writeFileSync(join(folder, 'running.pid'), '2147483646');
  expect(() => holdFolder(folder)()).not.toThrow();
});
