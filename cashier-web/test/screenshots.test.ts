import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the documentation’s screenshots can be taken outside the test runner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-screenshots-'));
  const command = join(import.meta.dirname, '../build/run-screenshots.ts');
  const { VITEST: _, ...environment } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [command, '--to', folder, 'choosing-phone'], {
    encoding: 'utf8',
    env: environment,
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(readdirSync(folder)).toEqual(['choosing-phone.png']);
  rmSync(folder, { recursive: true });
});
