import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServerPlan } from '../database-source.ts';
import { planFile } from '../plan-file.ts';
import { isRunning, signal, waitForExit } from '../process-identity.ts';
import { readState, removeState, type ServerState } from '../server-state.ts';
import { startFailure } from './start-failure.ts';

const ENTRY = fileURLToPath(new URL('./supervise.ts', import.meta.url));
const POLL_MS = 20;
/**
 * How long to wait for the server. It is longer than the supervisor's own timeout, so that the supervisor can report the
 * reason.
 */
const READY_TIMEOUT_MS = 150_000;
const STOP_TIMEOUT_MS = 75_000;

/**
 * Starts a supervisor process, which runs the planned database server and outlives this process. Resolves when the server
 * accepts writes.
 */
export async function launch(dataFolder: string, plan: ServerPlan): Promise<ServerState> {
  writeFileSync(planFile(dataFolder), `${JSON.stringify(plan, null, 2)}\n`);
  removeState(dataFolder);
  for (const name of ['supervisor', ...plan.processes.map((process) => process.name)]) {
    const log = join(dataFolder, `${name}.log`);
    if (existsSync(log)) renameSync(log, join(dataFolder, `${name}.previous.log`));
  }
  const log = openSync(join(dataFolder, 'supervisor.log'), 'a');
  const child = spawn(process.execPath, [ENTRY, dataFolder], { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  return waitForReadyState(dataFolder, plan, child);
}

async function waitForReadyState(
  dataFolder: string,
  plan: ServerPlan,
  child?: ChildProcess,
): Promise<ServerState> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const state = readState(dataFolder);
    if (state?.phase === 'ready') return state;
    const problem = state?.phase === 'failed' ? state.problem : undefined;
    const hasEnded =
      child === undefined ? !isAlive(state) : child.exitCode !== null || child.signalCode !== null;
    if (problem !== undefined || hasEnded)
      throw startFailure(dataFolder, plan, problem ?? 'Its supervisor ended.');
    await sleep(POLL_MS);
  }
  throw startFailure(dataFolder, plan, 'It did not become ready in time.');
}

/** Finds the running server of this data folder. If the server is starting or recovering, waits for it. */
export async function findRunning(dataFolder: string): Promise<ServerState | undefined> {
  for (;;) {
    const state = readState(dataFolder);
    if (state === undefined || !isAlive(state)) return undefined;
    if (state.phase === 'ready') return state;
    await sleep(POLL_MS);
  }
}

/**
 * Stops the server that the state file in this data folder names, even if it is still starting. Returns whether a server was
 * running.
 */
export async function stopServer(dataFolder: string): Promise<boolean> {
  const state = readState(dataFolder);
  if (state === undefined) return false;
  const wasRunning = signal(state.supervisor, 'SIGTERM');
  if (wasRunning && !(await waitForExit(state.supervisor, STOP_TIMEOUT_MS)))
    signal(state.supervisor, 'SIGKILL');
  const hadLeftovers = await endLeftovers(state);
  // While this process was stopping the server, another process may have started a new one with this data folder. The state
  // file then describes the new server, so do not remove the file.
  if (readState(dataFolder)?.supervisor.pid === state.supervisor.pid) removeState(dataFolder);
  return wasRunning || hadLeftovers;
}

/**
 * Ends database processes whose supervisor was killed. No data is lost, because PostgreSQL and mongod recover from their logs.
 */
async function endLeftovers(state: ServerState): Promise<boolean> {
  const leftovers = state.processes.flatMap(({ identity }) => identity ?? []);
  const killed = leftovers.filter((identity) => signal(identity, 'SIGKILL'));
  for (const identity of killed) await waitForExit(identity, STOP_TIMEOUT_MS);
  return killed.length > 0;
}

function isAlive(state: ServerState | undefined): boolean {
  return state !== undefined && state.phase !== 'failed' && isRunning(state.supervisor);
}
