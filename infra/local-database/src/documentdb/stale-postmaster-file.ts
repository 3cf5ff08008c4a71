import { readFileSync, rmSync } from 'node:fs';

/**
 * The unit in which Linux reports the start times of processes: hundredths of a second, whatever unit the kernel uses
 * internally.
 */
const TICKS_PER_SECOND = 100;
const SAME_START_S = 60;

/**
 * Removes PostgreSQL's `postmaster.pid` if it is out of date. PostgreSQL refuses to start while the file names a running
 * process of its user. After a restart of the machine or container, that process ID may belong to another program; its start
 * time then differs from the time in the file. Call this only while no server of this data folder runs.
 */
export function removeStalePostmasterFile(file: string): void {
  try {
    const [pid, , startedAtS] = readFileSync(file, 'utf8').split('\n').map(Number);
    if (pid === undefined || startedAtS === undefined) return;
    if (Math.abs(processStartS(pid) - startedAtS) > SAME_START_S) rmSync(file);
  } catch {
    // If `postmaster.pid` does not exist, or the process that it names does not run, nothing has to be removed, because
    // PostgreSQL handles these cases itself.
  }
}

/** When a process started, in seconds since 1970. */
function processStartS(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticksSinceBoot = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const bootedAtS = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1]);
  return bootedAtS + ticksSinceBoot / TICKS_PER_SECOND;
}
