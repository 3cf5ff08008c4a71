import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';

/**
 * Locks the forwarding target of `kassa listen` for this process. Two listeners with the same target would share one position
 * in the event log and forward every event twice. A lock whose holder was killed is taken over. Returns a function that
 * releases the lock.
 *
 * @throws {CliError} when another running process holds the lock
 */
export function holdTarget(stateFile: string): () => void {
  const file = `${stateFile}.lock`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    // The lock is created as a hard link to a finished file. So nobody can read a lock that does not name its holder yet.
    if (!tryLink(draft, file)) {
      const holder = readFileSync(file, 'utf8');
      if (isAlive(Number(holder))) throw heldBy(holder, file);
      takeAway(file, holder);
      if (!tryLink(draft, file)) throw heldBy(readFileSync(file, 'utf8'), file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}

/**
 * Removes the lock file of a dead process, unless a new listener has already replaced the file. The function first renames the
 * file, because no other process touches the renamed file. If the file belongs to a new listener after all, the function gives
 * it its old name back.
 */
function takeAway(file: string, deadHolder: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== deadHolder) tryLink(aside, file);
  rmSync(aside, { force: true });
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  if (processId === process.pid) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM means that the process runs but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function heldBy(holder: string, file: string): CliError {
  return new CliError('usage', `\`kassa listen\` is already running for this target (process ${holder}).`, {
    whatToDo: `Stop the running listener first. If process ${holder} is a different program, remove ${file}.`,
  });
}
