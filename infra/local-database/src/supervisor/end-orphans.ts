import { readdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, signal, waitForExit } from '../process-identity.ts';

const GONE_TIMEOUT_MS = 5_000;

/**
 * Kills processes that a dead server left behind: those that run in its folder and belong to the folder's owner.
 * PostgreSQL's children notice the death of their parent and leave, but not all of them always do — pg_cron's launcher
 * can go on trying to start jobs — and as long as one holds the shared memory, no new server starts. Call this only
 * while no server of this folder runs. It works only on Linux and finds nothing elsewhere.
 */
export async function endOrphans(folder: string): Promise<number> {
  const orphans = processesWorkingIn(folder).flatMap((pid) => identify(pid) ?? []);
  for (const orphan of orphans) signal(orphan, 'SIGKILL');
  for (const orphan of orphans) await waitForExit(orphan, GONE_TIMEOUT_MS);
  // The kernel frees the memory a moment after the last process ends.
  if (orphans.length > 0) await sleep(20);
  return orphans.length;
}

/** Processes are matched by the folder itself, because its name differs in their root file system. */
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
    // The process has just ended, or we may not inspect it.
    return false;
  }
}
