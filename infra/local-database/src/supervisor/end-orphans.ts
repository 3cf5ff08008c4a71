import { readdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, signal, waitForExit } from '../process-identity.ts';

const GONE_TIMEOUT_MS = 5_000;

/**
 * Ends what a dead server left behind: processes that work in its folder and belong to the folder's owner.
 * PostgreSQL's children notice the death of their parent and leave, but not all of them always do — pg_cron's
 * launcher can go on trying to start jobs — and as long as one holds the shared memory, no new server starts.
 * To be called only while no server of this folder runs. Linux only; elsewhere nothing is found.
 */
export async function endOrphans(folder: string): Promise<number> {
  const orphans = processesWorkingIn(folder).flatMap((pid) => identify(pid) ?? []);
  for (const orphan of orphans) signal(orphan, 'SIGKILL');
  for (const orphan of orphans) await waitForExit(orphan, GONE_TIMEOUT_MS);
  // The kernel lets go of the memory a moment after the last of them is gone.
  if (orphans.length > 0) await sleep(20);
  return orphans.length;
}

/** Recognised by the folder itself and not by its name, which is another one in their root file system. */
function processesWorkingIn(folder: string): readonly number[] {
  try {
    const { dev, ino, uid } = statSync(folder);
    return readdirSync('/proc')
      .filter((name) => /^[0-9]+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && isWorkingIn(pid, { dev, ino, uid }));
  } catch {
    return [];
  }
}

function isWorkingIn(pid: number, folder: { dev: number; ino: number; uid: number }): boolean {
  try {
    const { dev, ino } = statSync(`/proc/${pid}/cwd`);
    return dev === folder.dev && ino === folder.ino && statSync(`/proc/${pid}`).uid === folder.uid;
  } catch {
    // It has just ended, or is not ours to look at.
    return false;
  }
}
