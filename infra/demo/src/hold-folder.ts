import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DemoError } from './demo-error.ts';

/**
 * Keeps a data folder for this process, so that of two starts at the same moment one is refused before it
 * touches anything of the other. Answers how to give the folder back; a killed holder's mark is taken over.
 *
 * @throws {DemoError} when a living process holds the folder
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

/** A process that was killed can have had the ID that this one has now. */
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
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
