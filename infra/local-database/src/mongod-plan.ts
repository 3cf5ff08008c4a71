import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSource, ServerPlan } from './database-source.ts';
import { freePort } from './loopback-port.ts';
import { previousPort } from './plan-file.ts';
import { REPLICA_SET } from './replica-set.ts';

/** The size of WiredTiger's cache. Its default, half of the memory, is too much for a laptop. */
const CACHE_GB = 0.5;
const OPLOG_MB = 990;

/** Plans how to run a mongod: as a replica set of one node, on 127.0.0.1, with its data in the data folder. */
export async function planMongod(
  source: Extract<DatabaseSource, 'mongod' | 'mongodb-memory-server'>,
  program: string,
  dataFolder: string,
): Promise<ServerPlan> {
  const folder = join(dataFolder, 'mongod');
  mkdirSync(folder, { recursive: true });
  const port = await freePort(previousPort(dataFolder, 'mongod'));
  return {
    source,
    description: `${program} as a one-node replica set, data in ${folder}`,
    uri: `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`,
    readiness: 'replica-set-primary',
    processes: [
      {
        name: 'mongod',
        command: program,
        args: [
          ...['--dbpath', folder, '--bind_ip', '127.0.0.1', '--port', String(port), '--replSet', REPLICA_SET],
          ...['--wiredTigerCacheSizeGB', String(CACHE_GB), '--oplogSize', String(OPLOG_MB), '--quiet'],
        ],
        port,
        stopSignal: 'SIGTERM',
      },
    ],
  };
}
