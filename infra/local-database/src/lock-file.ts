import { randomUUID } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { identify, isRunning, type ProcessIdentity } from './process-identity.ts';

const POLL_MS = 50;
/**
 * A guard file that is older than this is left over from a crash. A process holds the guard only for a few system calls, while
 * it takes over the lock of a dead process.
 */
const ABANDONED_GUARD_MS = 10_000;

/**
 * Runs `work` while it holds the lock file. During this time, no other call, in this process or another, runs its work under
 * the same lock file. The file identifies the process that holds the lock, and a lock whose process has died is taken over.
 */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const release = await acquire(file, onWait);
  try {
    return await work();
  } finally {
    release();
  }
}

async function acquire(file: string, onWait: () => void): Promise<() => void> {
  mkdirSync(dirname(file), { recursive: true });
  const self = identify(process.pid);
  if (self === undefined) throw new Error('This process cannot find its own start time.');
  const draft = `${file}.${process.pid}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(self));
  try {
    for (let waited = false; !tryLink(draft, file); ) {
      if (removeIfAbandoned(file)) continue;
      if (!waited) onWait();
      waited = true;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/** Creates the lock as a hard link to a finished file. So nobody can read a lock file that does not name its holder yet. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a dead process. A guard file lets only one process do this at a time. Otherwise, two could find the same
 * dead lock, and the slower one would remove the new lock of the faster one.
 */
function removeIfAbandoned(file: string): boolean {
  if (!isAbandoned(file)) return false;
  const guard = `${file}.takeover`;
  try {
    closeSync(openSync(guard, 'wx'));
  } catch {
    const age = ageMs(guard);
    if (age !== undefined && age > ABANDONED_GUARD_MS) rmSync(guard, { force: true });
    return false;
  }
  try {
    if (!isAbandoned(file)) return false;
    rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(guard, { force: true });
  }
}

function isAbandoned(file: string): boolean {
  try {
    return !isRunning(JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity);
  } catch {
    return false;
  }
}

function ageMs(file: string): number | undefined {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}
