import mongoose, { type Connection } from 'mongoose';
import { failFastWhileAway, LONGEST_ELECTION_MS } from './database-reach.ts';
import { engineSettings, refuseUnfitForElections, refuseUnsafeOptions } from './engine-settings.ts';
import { wakeWritersOfClosedSockets } from './wake-writers-of-closed-sockets.ts';

/** How long a connection may be silent. The driver then closes it, and the operations that wait on it fail. */
export const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Opens the pool of database connections of this process. The pool and its queue are limited, so callers are refused quickly if
 * the database is slow.
 *
 * @throws {UnsafeEngineSetting} when an option in the address could lose data, or make calls fail after an election
 */
export async function connectDatabase(
  uri: string,
  databaseName: string,
  socketTimeoutMs = SOCKET_TIMEOUT_MS,
): Promise<Connection> {
  refuseUnsafeOptions(uri);
  wakeWritersOfClosedSockets();
  // By default, Mongoose checks only new documents against the schemas. With `runValidators`, it checks updates too.
  mongoose.set('runValidators', true);
  const connection = mongoose.createConnection(uri, {
    ...engineSettings,
    dbName: databaseName,
    maxPoolSize: 20,
    // Two limits for an operation: `waitQueueTimeoutMS` for the wait for a free connection, and `serverSelectionTimeoutMS` for
    // the wait for a reachable server.
    waitQueueTimeoutMS: 5_000,
    serverSelectionTimeoutMS: LONGEST_ELECTION_MS,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: socketTimeoutMs,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    sanitizeFilter: true,
  });
  await connection.asPromise();
  try {
    await refuseUnfitForElections(connection.getClient());
  } catch (error) {
    await connection.close();
    throw error;
  }
  failFastWhileAway(connection.getClient());
  return connection;
}
