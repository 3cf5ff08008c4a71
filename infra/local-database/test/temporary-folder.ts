import { execFileSync } from 'node:child_process';
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

/**
 * Creates a data folder whose database was prepared before, as it is in every start after the first. Preparing it takes longer
 * than starting it.
 *
 * @param prepared a data folder whose server has stopped
 */
export function copyOfDataFolder(prepared: string): string {
  const folder = temporaryDataFolder();
  // `cp` also keeps the owners of the files, which Node's own functions do not.
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  // The plan names the ports of the database that was copied. A copy gets its own.
  rmSync(join(folder, 'plan.json'));
  return folder;
}
