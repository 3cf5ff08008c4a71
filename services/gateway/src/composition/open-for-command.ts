import type { Connection } from 'mongoose';
import { connectDatabase } from '../adapters/outbound/mongo/connect.ts';
import {
  databaseFaultOf,
  faultOfOpening,
  wrongAddressText,
} from '../adapters/outbound/mongo/database-fault.ts';
import { readDatabaseConfig } from './config.ts';
import { ConfigError } from './settings.ts';

/** What a command of `kassa-admin` gets when it opens the database. */
export type OpenedForCommand<Database> =
  | { readonly kind: 'opened'; readonly database: Database }
  | { readonly kind: 'misconfigured' | 'unreachable'; readonly message: string };

/**
 * Thrown in place of a driver's error while a command of `kassa-admin` uses the database. The message tells an operator in plain
 * words why the database failed.
 */
class DatabaseFailed extends Error {
  override readonly name = 'DatabaseFailed';
}

/**
 * Opens the database for a command of `kassa-admin`, without starting the gateway.
 *
 * @param make makes the object by which the command uses the connection
 */
export async function openForCommand<Database>(
  variables: NodeJS.ProcessEnv,
  make: (connection: Connection, databaseName: string) => Database,
  socketTimeoutMs?: number,
): Promise<OpenedForCommand<Database>> {
  let config: ReturnType<typeof readDatabaseConfig>;
  try {
    config = readDatabaseConfig(variables);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { kind: 'misconfigured', message: error.message };
  }
  const { mongoUri, databaseName } = config;
  try {
    const connection = await connectDatabase(mongoUri, databaseName, socketTimeoutMs);
    return { kind: 'opened', database: make(connection, databaseName) };
  } catch (error) {
    const fault = faultOfOpening(error, mongoUri);
    const message = wrongAddressText(fault);
    if (message !== undefined) return { kind: 'misconfigured', message };
    return {
      kind: 'unreachable',
      message: `The database that MONGODB_URI names does not answer: ${fault.reason}. ${fault.advice}`,
    };
  }
}

/**
 * Uses the opened database for a command of `kassa-admin`.
 *
 * @throws {DatabaseFailed} when the database fails meanwhile
 */
export async function namingDatabaseFaults<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (cause) {
    const fault = databaseFaultOf(cause);
    if (fault === undefined) throw cause;
    throw new DatabaseFailed(`The database failed: ${fault.reason}. ${fault.advice}`, { cause });
  }
}
