import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stopLocalDatabase } from '../src/index.ts';

/** A folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-database-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a data folder. After the test, however it ended, the folder's server is stopped and the folder is removed. */
export function temporaryDataFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(async () => {
    await stopLocalDatabase(folder);
  });
  return folder;
}
