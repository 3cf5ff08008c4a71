import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoError } from './demo-error.ts';

/**
 * Locks a data folder for this process. If two demos start at the same time, one is refused before it changes anything. Returns
 * a function that releases the folder. The lock of a process that was killed is taken over.
 *
 * @throws {DemoError} when another running process holds the folder
 */
export function holdFolder(dataFolder: string): () => void {
  const file = join(dataFolder, 'running.pid');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  if (!tryToMark(file)) {
    const holder = Number(readFileSync(file, 'utf8'));
    const isHeld = holder === process.pid ? heldHere.has(file) : isAlive(holder);
    if (isHeld) {
      throw new DemoError(
        `\`npm start\` runs already on this folder (process ${holder}). Press Ctrl-C there first. If process ${holder} is something else, remove ${file}.`,
      );
    }
    rmSync(file, { force: true });
    if (!tryToMark(file)) throw new DemoError('Another `npm start` began on this folder at the same moment.');
  }
  heldHere.add(file);
  return () => {
    heldHere.delete(file);
    rmSync(file, { force: true });
  };
}

/**
 * The lock files that this process has written. A lock file contains the process ID of its writer. If it contains the ID of
 * this process but is not in this set, an earlier process with the same ID wrote it and was killed.
 */
const heldHere = new Set<string>();

function tryToMark(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM means that the process is alive but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
