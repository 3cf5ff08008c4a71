import { readFileSync, rmSync } from 'node:fs';

/** Linux reports process start times in hundredths of a second, whatever unit the kernel uses internally. */
const TICKS_PER_SECOND = 100;
const SAME_START_S = 60;

/**
 * PostgreSQL refuses to start while `postmaster.pid` names a living process of its user. After a restart of the machine
 * or container that ID may belong to anyone, so a file whose process started at another time than the file says is
 * removed. Call this only while no server of this data folder runs.
 */
export function removeStalePostmasterFile(file: string): void {
  try {
    const [pid, , startedAtS] = readFileSync(file, 'utf8').split('\n').map(Number);
    if (pid === undefined || startedAtS === undefined) return;
    if (Math.abs(processStartS(pid) - startedAtS) > SAME_START_S) rmSync(file);
  } catch {
    // PostgreSQL itself handles a missing file or process.
  }
}

/** Seconds since 1970 at which a process started. */
function processStartS(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticksSinceBoot = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const bootedAtS = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return bootedAtS + ticksSinceBoot / TICKS_PER_SECOND;
}
