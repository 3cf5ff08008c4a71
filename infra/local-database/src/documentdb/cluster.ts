import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runStep } from '../run-step.ts';
import { DATA_INSIDE, databaseUser, insideRootfs } from './rootfs.ts';
import { removeStalePostmasterFile } from './stale-postmaster-file.ts';

const PROGRAMS = '/usr/lib/postgresql/18/bin';
export const POSTGRES_INSIDE = `${PROGRAMS}/postgres`;
const LIBRARIES = 'pg_cron,pg_documentdb_core,pg_documentdb';

/**
 * PostgreSQL's extensions. Each comes after the extensions on which it depends. An extension must be upgraded if the installed
 * packages are newer than the data.
 */
const EXTENSIONS = ['tsm_system_rows', 'vector', 'postgis', 'pg_cron', 'documentdb_core', 'documentdb'];

/**
 * A shell script that prepares the PostgreSQL cluster. It creates the cluster under a temporary name and renames it when it is
 * complete, so that a crash leaves nothing half-finished. If the installed packages have changed, it upgrades the extensions of
 * an existing cluster.
 */
const PREPARE_SCRIPT = `
export LC_ALL=C.UTF-8
cd ${DATA_INSIDE}
packages=$(dpkg-query --show 'postgresql-18*')
single() { ${POSTGRES_INSIDE} --single -D "$1" -c shared_preload_libraries=${LIBRARIES} -c cron.database_name=postgres postgres; }
if [ ! -d postgresql ]; then
  rm -rf postgresql.unfinished
  ${PROGRAMS}/initdb -D postgresql.unfinished -E UTF8 --locale=C.UTF-8 --username=postgres --auth=trust --no-instructions
  # A single-user backend reports an error and goes on, so the result is asked for.
  printf 'CREATE EXTENSION documentdb CASCADE;\\nSELECT extname FROM pg_extension;\\n' | single postgresql.unfinished | tee create.log
  grep -q 'extname = "documentdb"' create.log
  mv postgresql.unfinished postgresql
elif [ "$packages" != "$(cat packages)" ]; then
  printf '${EXTENSIONS.map((name) => `ALTER EXTENSION ${name} UPDATE;\\n`).join('')}' | single postgresql
fi
echo "$packages" > packages
mkdir -p ferretdb
`;

/**
 * PostgreSQL's settings for a laptop. Every acknowledged write is kept: fsync, synchronous_commit and full_page_writes stay on,
 * as they are by default. The settings are passed on the command line, so that they are only in this file.
 */
export function postgresArguments(port: number): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_preload_libraries: LIBRARIES,
    max_connections: '150',
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'lz4',
    // Replication is switched off, so PostgreSQL writes less to its log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    random_page_cost: '1.1',
    // JIT compilation is off. For small queries such as Kassa's, compiling takes longer than running the query.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // Analyse new collections within seconds. Until a collection is analysed, a search by an indexed field reads the whole
    // collection. With 60,000 documents, this takes 20 ms instead of 0.1 ms.
    autovacuum_naptime: '5s',
    // The extension pg_cron runs DocumentDB's background work every few seconds: it builds indexes and removes expired
    // documents. Let it use background workers. Otherwise it would connect to the server by host name, which may fail inside
    // the root file system.
    'cron.database_name': 'postgres',
    'cron.use_background_workers': 'on',
    'cron.log_run': 'off',
    'cron.log_statement': 'off',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
  const assignments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', `${DATA_INSIDE}/postgresql`, ...assignments];
}

/**
 * Creates or upgrades the PostgreSQL cluster below `folder`. The cluster's files are owned by the database user that is defined
 * in the root file system.
 */
export async function prepareCluster(
  rootfs: string,
  folder: string,
  onProgress: (line: string) => void,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { uid, gid } = databaseUser(rootfs);
  mkdirSync(folder, { recursive: true });
  if (statSync(folder).uid !== uid) {
    // Make the database user the owner of the data folder. A new folder has another owner. The user's ID also changes when the
    // root file system is created again.
    execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
  }
  removeStalePostmasterFile(join(folder, 'postgresql', 'postmaster.pid'));
  await runStep({
    title: 'Preparing the database',
    ...insideRootfs(rootfs, folder, ['/bin/sh', '-euc', PREPARE_SCRIPT]),
    environment,
    logFile: join(folder, '..', 'prepare.log'),
    onProgress,
  });
}
