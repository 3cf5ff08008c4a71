import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSource } from './database-source.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** One supervised process; `identity` is absent while it is being restarted. */
export interface RunningProcess {
  readonly name: string;
  readonly port: number;
  readonly identity?: ProcessIdentity;
}

/**
 * The state that the supervisor publishes in `state.json` of the data folder. `starting` and `recovering` end in
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
    // The file is absent or from another version; in both cases there is no server to reuse.
    return undefined;
  }
}

/** Replaces the file atomically, so that a reader sees either the old or the new state. */
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
