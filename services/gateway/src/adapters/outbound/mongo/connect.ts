import mongoose, { type Connection } from 'mongoose';
import { wakeWritersOfClosedSockets } from './wake-writers-of-closed-sockets.ts';

/**
 * A connection that receives nothing from its server for this long is closed, and the operations that wait on it
 * fail.
 */
export const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Opens one connection pool for one process. The pool and its queue are bounded: when the database is slow,
 * callers get a quick refusal instead of piling up.
 */
export async function connectDatabase(
  uri: string,
  databaseName: string,
  socketTimeoutMs = SOCKET_TIMEOUT_MS,
): Promise<Connection> {
  wakeWritersOfClosedSockets();
  // Checks updates through models against their schemas too.
  mongoose.set('runValidators', true);
  const connection = mongoose.createConnection(uri, {
    dbName: databaseName,
    maxPoolSize: 20,
    // Limits the wait for a free connection and for any server.
    waitQueueTimeoutMS: 5_000,
    serverSelectionTimeoutMS: 5_000,
    connectTimeoutMS: 5_000,
    socketTimeoutMS: socketTimeoutMs,
    autoIndex: false,
    autoCreate: false,
    bufferCommands: false,
    sanitizeFilter: true,
  });
  return connection.asPromise();
}
