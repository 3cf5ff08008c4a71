import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSource } from './database-source.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** One process of a database server. The member `identity` is missing while the supervisor is starting the process again. */
export interface RunningProcess {
  readonly name: string;
  readonly port: number;
  readonly identity?: ProcessIdentity;
}

/**
 * The state of a server, which the supervisor publishes in `state.json` in the data folder. `starting` and `recovering` become
 * `ready` or `failed` by themselves. After `failed`, the supervisor has ended.
 */
export interface ServerState {
  readonly phase: 'starting' | 'ready' | 'recovering' | 'failed';
  readonly source: DatabaseSource;
  readonly description: string;
  readonly uri: string;
  readonly supervisor: ProcessIdentity;
  readonly processes: readonly RunningProcess[];
  /** Why the server failed, for people. */
  readonly problem?: string;
}

function stateFile(dataFolder: string): string {
  return join(dataFolder, 'state.json');
}

export function readState(dataFolder: string): ServerState | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(dataFolder), 'utf8')) as ServerState;
  } catch {
    // The state file does not exist, or another version of this code wrote it. In both cases, no running server can be reused.
    return undefined;
  }
}

/** Replaces the state file in one step, so that a reader sees either the old or the new state. */
export function writeState(dataFolder: string, state: ServerState): void {
  const file = stateFile(dataFolder);
  const next = `${file}.next`;
  writeFileSync(next, `${JSON.stringify(state, null, 2)}\n`);
  renameSync(next, file);
}

export function removeState(dataFolder: string): void {
  rmSync(stateFile(dataFolder), { force: true });
}

export function processIdsOf(state: ServerState | undefined): readonly number[] {
  return state?.processes.flatMap((process) => process.identity?.pid ?? []) ?? [];
}
