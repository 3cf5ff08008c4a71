import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSource } from './database-source.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** One supervised process as it runs now; `identity` is absent while it is being started again. */
export interface RunningProcess {
  readonly name: string;
  readonly port: number;
  readonly identity?: ProcessIdentity;
}

/**
 * What the supervisor tells the world, in `state.json` of the data folder. `starting` and `recovering` end in
 * `ready` or `failed` by themselves; after `failed` the supervisor has ended.
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
    // Absent, or from a version that wrote something else: in both cases there is nothing to find again.
    return undefined;
  }
}

/** Replaces the file in one step, so that a reader sees the old state or the new one and nothing between. */
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
