import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process ID and the time when its process started. The system reuses process IDs, so an ID stored by an earlier run may
 * belong to another program now. A process is signalled only if both parts match.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startedAt: string;
}

/** The identity of a running process; `undefined` if no process has this ID. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = startOf(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.startedAt;
}

/** Sends a signal to this process. Returns false if the process has ended, even if another process has its ID now. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): boolean {
  if (!isRunning(identity)) return false;
  try {
    process.kill(identity.pid, name);
    return true;
  } catch {
    return false;
  }
}

export async function waitForExit(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') return startOnLinux(pid);
  return process.platform === 'win32' ? startOnWindows(pid) : startFromPs(pid);
}

function startOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field of `/proc/<pid>/stat` is the name of the program, in parentheses. The name may itself contain spaces and
    // parentheses, so read the following fields after the last closing parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const state = fields[0];
    // State Z or X means that the process has ended, and its parent has not collected its exit status yet.
    if (state === 'Z' || state === 'X') return undefined;
    // Field 22 of proc(5): when the process started, in clock ticks since the system booted.
    return fields[19];
  } catch {
    return undefined;
  }
}

function startFromPs(pid: number): string | undefined {
  return outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function startOnWindows(pid: number): string | undefined {
  const script = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.Ticks`;
  return outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);
}

function outputOf(command: string, args: string[]): string | undefined {
  try {
    const output = execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return output === '' ? undefined : output;
  } catch {
    return undefined;
  }
}
