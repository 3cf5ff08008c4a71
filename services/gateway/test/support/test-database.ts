import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import type { Connection } from 'mongoose';
import { connectDatabase } from '../../src/adapters/outbound/mongo/connect.ts';
import { prepareCollections } from '../../src/adapters/outbound/mongo/prepare-collections.ts';

/** A database of this test file's own, on the real database server. */
export interface TestDatabase {
  readonly uri: string;
  readonly name: string;
  /** Opens another connection pool, like that of another instance. */
  connect(): Promise<Connection>;
  /** Creates the collections and indexes that the adapters on a connection have declared. */
  prepare(connection: Connection): Promise<void>;
  /** Removes all documents; collections and indexes stay. */
  empty(): Promise<void>;
  /** Drops the database and closes every connection. */
  drop(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const dataFolder = resolve(import.meta.dirname, '../../../../.kassa/test-database');
  const server = await openLocalDatabase({ dataFolder, onProgress: (line) => console.log(line) });
  const name = `gateway_test_${randomBytes(6).toString('hex')}`;
  const connections: Connection[] = [];
  const connect = async () => {
    const connection = await connectDatabase(server.uri, name);
    connections.push(connection);
    return connection;
  };
  const first = await connect();
  return {
    uri: server.uri,
    name,
    connect,
    prepare: prepareCollections,
    empty: async () => {
      const collections = (await first.db?.collections()) ?? [];
      await Promise.all(collections.map((collection) => collection.deleteMany({})));
    },
    drop: async () => {
      await first.dropDatabase();
      await Promise.all(connections.map((connection) => connection.close()));
      await server.stop();
    },
  };
}
