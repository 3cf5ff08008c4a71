import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process in MiB; NaN if the system does not report it. */
export function memoryMibOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
