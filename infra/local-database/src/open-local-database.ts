import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSource } from './database-source.ts';
import { withLock } from './lock-file.ts';
import { processIdsOf, readState, type ServerState } from './server-state.ts';
import { findRunning, launch, stopServer } from './supervisor/launch.ts';
import { hostsOf, readMongodbUri } from './ways/mongodb-uri.ts';

export interface LocalDatabase {
  /** A complete connection string, without the name of a database. */
  readonly uri: string;
  readonly source: DatabaseSource;
  /** A sentence that tells the user which database is used and where its data is. */
  readonly description: string;
  /**
   * The IDs of the database's present processes. They change when a process is killed and started again. Empty if MONGODB_URI
   * is used.
   */
  readonly processIds: readonly number[];
  /** Stops the server if this call started it. A server that was already running keeps running. */
  stop(): Promise<void>;
}

export interface OpenOptions {
  /** The folder in which data, logs and the state of the running server are kept between runs. */
  readonly dataFolder: string;
  /** Receives messages for people about the progress of the installation and the start. */
  readonly onProgress: (line: string) => void;
  /** Environment variables, such as MONGODB_URI and PATH; the default is `process.env`. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Finds or starts a MongoDB-compatible database. If a server already runs on this data folder, uses that. Otherwise tries the
 * options of the README one after another. If none is available, rejects with a message that names them all.
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
    // If a supervisor was killed, the processes of its database may still run, but nobody restarts them after a crash. Stop
    // them before a new start.
    await stopServer(dataFolder);
    // Import the database driver and the downloader here and not at the top of the file. They are slow to load, and a server
    // that already runs is found without them.
    const { choosePlan } = await import('./choose-plan.ts');
    const plan = await choosePlan({ dataFolder, onProgress: options.onProgress, environment });
    return localDatabase(dataFolder, await launch(dataFolder, plan), 'started');
  });
}

/** Stops the server of a data folder, whoever started it. Returns whether one was running. */
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
