import { readdirSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, signal, waitForExit } from '../process-identity.ts';

const GONE_TIMEOUT_MS = 5_000;

/**
 * Kills processes that a dead database server left behind: those that belong to the folder's owner and have the server's folder
 * as their working folder. Call this only while no server of this folder runs. It finds processes only on Linux.
 *
 * After PostgreSQL dies, some of its children may continue to run, such as pg_cron's launcher, which tries to start jobs. They
 * still use the shared memory, so a new server could not start.
 */
export async function endOrphans(folder: string): Promise<number> {
  const orphans = processesWorkingIn(folder).flatMap((pid) => identify(pid) ?? []);
  for (const orphan of orphans) signal(orphan, 'SIGKILL');
  for (const orphan of orphans) await waitForExit(orphan, GONE_TIMEOUT_MS);
  // A new server cannot start while the shared memory is in use. The kernel frees it only shortly after the last process has
  // ended, so wait.
  if (orphans.length > 0) await sleep(20);
  return orphans.length;
}

/**
 * Finds the processes whose working folder is the given folder. Folders are compared by device and inode, not by path: the
 * database server runs in a separate root file system, where the folder has another path.
 */
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
    // The working folder cannot be read: the process has just ended, or it belongs to a user whose processes this user may not
    // inspect. Do not kill such a process.
    return false;
  }
}
