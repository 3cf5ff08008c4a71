import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrInstallProgram } from '../src/index.ts';

let folder: string;
const progress: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kassa-programs-'));
  progress.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function search(name: string) {
  return findOrInstallProgram(name, ['a-package'], (line) => progress.push(line), { PATH: folder });
}

test('a program on the PATH is used, and nothing is installed', async () => {
  writeFileSync(join(folder, 'php'), '#!/bin/sh\n');
  chmodSync(join(folder, 'php'), 0o755);
  expect(await search('php')).toEqual({ kind: 'found', program: join(folder, 'php') });
  expect(progress).toEqual([]);
});

test('a file that is not executable is not a program', async () => {
  writeFileSync(join(folder, 'php'), 'notes\n');
  expect(await search('php')).toMatchObject({ kind: 'absent' });
});

test('if nothing can be installed, the reason is reported', async () => {
  const { reason } = (await search('php')) as { reason: string };
  expect(reason).toMatch(/^php is not on the PATH, and it cannot be installed here: (it|you) /);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a failure of apt is reported as a reason and not as an exception',
  async () => {
    writeFileSync(join(folder, 'apt-get'), '#!/bin/sh\necho "E: no mirror"\nexit 100\n');
    chmodSync(join(folder, 'apt-get'), 0o755);
    const found = await search('php');
    expect(found).toMatchObject({ kind: 'absent', reason: expect.stringContaining('E: no mirror') });
    expect(progress).toContain('Installing a-package with apt, once.');
  },
);
