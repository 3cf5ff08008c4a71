import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removeStalePostmasterFile } from '../src/documentdb/stale-postmaster-file.ts';
import { temporaryFolder } from './temporary-folder.ts';

describe.runIf(process.platform === 'linux')("PostgreSQL's postmaster.pid", () => {
  const startedAtS = Math.round(Date.now() / 1000 - process.uptime());

  test.each([
    ['stays while its process runs', process.pid, startedAtS, true],
    [
      'goes when its process ID belongs to a process that started at another time',
      process.pid,
      startedAtS - 3600,
      false,
    ],
    ['stays when no process has its ID: PostgreSQL finds that out itself', 2 ** 30, startedAtS, true],
  ])('%s', (_case, pid, fileStartS, stays) => {
    const file = join(temporaryFolder(), 'postmaster.pid');
    writeFileSync(file, `${pid}\n/data/postgresql\n${fileStartS}\n5432\n`);
    removeStalePostmasterFile(file);
    expect(existsSync(file)).toBe(stays);
  });
});
