import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSource } from './database-source.ts';
import { withLock } from './lock-file.ts';
import { processIdsOf, readState, type ServerState } from './server-state.ts';
import { findRunning, launch, stopServer } from './supervisor/launch.ts';
import { hostsOf, readMongodbUri } from './ways/mongodb-uri.ts';

export interface LocalDatabase {
  /** A complete connection string without a database name. */
  readonly uri: string;
  readonly source: DatabaseSource;
  /** One sentence for people about the database and the location of its data. */
  readonly description: string;
  /** The database's current processes (they change when one is killed and restarted); empty for MONGODB_URI. */
  readonly processIds: readonly number[];
  /** Cleanly stops what this call started; leaves servers that were already running. */
  stop(): Promise<void>;
}

export interface OpenOptions {
  /** Where data, logs and the state of the running server are kept between runs. */
  readonly dataFolder: string;
  /** Receives progress messages for people during installation and start. */
  readonly onProgress: (line: string) => void;
  /** Where MONGODB_URI, PATH and so on are looked up; `process.env` unless given. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Finds or starts a MongoDB-compatible database, in the order of the README; rejects with one message that names all
 * options if none is available. Reuses a server that already runs on this data folder.
 */
export async function openLocalDatabase(options: OpenOptions): Promise<LocalDatabase> {
  const environment = options.environment ?? process.env;
  const uri = readMongodbUri(environment);
  if (uri !== undefined) {
    const { expectAnswer } = await import('./expect-answer.ts');
    await expectAnswer(uri);
    return foreignDatabase(uri);
  }

  const dataFolder = resolve(options.dataFolder);
  const found = await findRunning(dataFolder);
  if (found !== undefined) return localDatabase(dataFolder, found, 'found');
  mkdirSync(dataFolder, { recursive: true });
  const onWait = () => options.onProgress('Another process is starting the database; waiting for it …');
  return withLock(lockFile(dataFolder), onWait, async () => {
    const startedMeanwhile = await findRunning(dataFolder);
    if (startedMeanwhile !== undefined) return localDatabase(dataFolder, startedMeanwhile, 'found');
    // A killed supervisor leaves its database processes behind, and nothing restarts them.
    await stopServer(dataFolder);
    // Load the driver and the downloader only now; finding a running server is much faster without them.
    const { choosePlan } = await import('./choose-plan.ts');
    const plan = await choosePlan({ dataFolder, onProgress: options.onProgress, environment });
    return localDatabase(dataFolder, await launch(dataFolder, plan), 'started');
  });
}

/** Stops the server of a data folder, regardless of who started it. Returns whether one was running. */
export function stopLocalDatabase(dataFolder: string): Promise<boolean> {
  return stopServer(resolve(dataFolder));
}

function foreignDatabase(uri: string): LocalDatabase {
  return {
    uri,
    source: 'MONGODB_URI',
    description: `The database that MONGODB_URI names, at ${hostsOf(uri)}`,
    processIds: [],
    stop: async () => {},
  };
}

function localDatabase(dataFolder: string, state: ServerState, how: 'found' | 'started'): LocalDatabase {
  return {
    uri: state.uri,
    source: state.source,
    description: how === 'found' ? `${state.description} (found running)` : state.description,
    get processIds() {
      return processIdsOf(readState(dataFolder));
    },
    stop: async () => {
      if (how === 'started') await stopLocalDatabase(dataFolder);
    },
  };
}

function lockFile(dataFolder: string): string {
  return join(dataFolder, 'lock');
}
