import mongoose, { type Connection } from 'mongoose';
import { wakeWritersOfClosedSockets } from './wake-writers-of-closed-sockets.ts';

/**
 * If a connection receives nothing from the database for this long, the driver closes it, and the operations that wait
 * on it fail.
 */
export const SOCKET_TIMEOUT_MS = 20_000;

/**
 * Opens a pool of database connections, one pool for each process. The pool and its queue are limited, so callers are
 * refused quickly if the database is slow.
 */
export async function connectDatabase(
  uri: string,
  databaseName: string,
  socketTimeoutMs = SOCKET_TIMEOUT_MS,
): Promise<Connection> {
  wakeWritersOfClosedSockets();
  // With `runValidators`, Mongoose validates updates against the schemas, not only new documents.
  mongoose.set('runValidators', true);
  const connection = mongoose.createConnection(uri, {
    dbName: databaseName,
    maxPoolSize: 20,
    // `waitQueueTimeoutMS` limits how long an operation waits for a free connection, and `serverSelectionTimeoutMS` how
    // long it waits for a reachable server.
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
