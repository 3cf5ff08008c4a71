import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from '../cli-error.ts';

/**
 * Keeps a target for this process: two listeners would move one place in the log and forward everything
 * twice. Answers how to give it back; a killed holder's mark is taken over.
 *
 * @throws {CliError} when a living process holds it
 */
export function holdTarget(stateFile: string): () => void {
  const file = `${stateFile}.lock`;
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    // A hard link appears with its content in place, so nobody ever reads a mark without its holder.
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

/** Renames before it removes: a mark that another listener has set in the meantime is put back. */
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
    // Somebody else's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function heldBy(holder: string, file: string): CliError {
  return new CliError('usage', `\`kassa listen\` runs already for this target (process ${holder}).`, {
    whatToDo: `End it first. If process ${holder} is something else, remove ${file}.`,
  });
}
