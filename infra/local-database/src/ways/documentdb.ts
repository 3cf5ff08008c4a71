import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import type { WayOptions, WayOutcome } from '../database-source.ts';
import { POSTGRES_INSIDE, postgresArguments, prepareCluster } from '../documentdb/cluster.ts';
import { installDocumentDb } from '../documentdb/install.ts';
import { DATA_INSIDE, FERRETDB_INSIDE, insideRootfs, rootfsFolder } from '../documentdb/rootfs.ts';
import { freePort } from '../loopback-port.ts';
import { previousPort } from '../plan-file.ts';

/** The maximum number of connections from FerretDB to PostgreSQL. It is below PostgreSQL's own limit. */
const POOL_SIZE = 64;

/**
 * Plans option 4 in the README's list: DocumentDB, a PostgreSQL extension that is compatible with MongoDB, with FerretDB in
 * front of it.
 */
export async function planDocumentDb(options: WayOptions): Promise<WayOutcome> {
  const environment = withAdministratorPath(options.environment);
  const obstacle = obstacleToDocumentDb(environment);
  if (obstacle !== undefined) return { kind: 'not-possible', reason: obstacle };
  let rootfs: string;
  try {
    rootfs = await installDocumentDb(environment, options.onProgress);
  } catch (error) {
    return { kind: 'not-possible', reason: error instanceof Error ? error.message : String(error) };
  }
  const folder = join(options.dataFolder, 'documentdb');
  await prepareCluster(rootfs, folder, options.onProgress, environment);

  const postgresPort = await freePort(previousPort(options.dataFolder, 'postgresql'));
  const ferretPort = await freePort(previousPort(options.dataFolder, 'ferretdb'));
  const postgresUrl = `postgres://postgres@127.0.0.1:${postgresPort}/postgres?pool_max_conns=${POOL_SIZE}`;
  const ferretArguments = [
    `--postgresql-url=${postgresUrl}`,
    `--listen-addr=127.0.0.1:${ferretPort}`,
    `--state-dir=${DATA_INSIDE}/ferretdb`,
    ...['--no-auth', '--telemetry=disable', '--debug-addr=-', '--log-level=WARN'],
  ];
  return {
    kind: 'planned',
    plan: {
      source: 'documentdb',
      description: `DocumentDB on PostgreSQL 18 with FerretDB in front, data in ${folder}`,
      // Retryable writes are off, because the driver would add a transaction number to them, and FerretDB refuses it.
      uri: `mongodb://127.0.0.1:${ferretPort}/?retryWrites=false`,
      readiness: 'answers-queries',
      processes: [
        {
          name: 'postgresql',
          ...insideRootfs(rootfs, folder, [POSTGRES_INSIDE, ...postgresArguments(postgresPort)]),
          port: postgresPort,
          // SIGINT means a "fast" shutdown to PostgreSQL. With SIGTERM, it would wait until every client has disconnected.
          stopSignal: 'SIGINT',
          workFolder: join(folder, 'postgresql'),
        },
        {
          name: 'ferretdb',
          ...insideRootfs(rootfs, folder, [FERRETDB_INSIDE, ...ferretArguments]),
          port: ferretPort,
          stopSignal: 'SIGTERM',
        },
      ],
    },
  };
}

/** Why this option is not available on this machine; `undefined` if it is available. */
function obstacleToDocumentDb(environment: NodeJS.ProcessEnv): string | undefined {
  if (process.platform !== 'linux') return `it needs Linux, this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'it needs root (to change into a root file system of its own)';
  const missing = (names: string[]) => names.filter((name) => findProgram([name], environment) === undefined);
  const toRun = missing(['unshare', 'chroot', 'mount']);
  if (toRun.length > 0) return `there is no ${toRun.join(', ')} on the PATH`;
  // Test whether this process may mount folders. In many containers, even root may not.
  const mayMount = spawnSync('unshare', ['--mount', 'true'], { env: environment }).status === 0;
  if (!mayMount) return 'it needs the right to mount (in a container: the capability SYS_ADMIN)';
  if (existsSync(rootfsFolder(environment))) return undefined;
  if (!existsSync('/etc/debian_version')) return 'it needs Debian or Ubuntu';
  const toInstall = missing(['apt-get', 'apt-config', 'setpriv', 'go']);
  return toInstall.length > 0 ? `there is no ${toInstall.join(', ')} on the PATH` : undefined;
}

/**
 * Adds folders to the PATH that may be missing from it, even for root. They hold `chroot`, `debootstrap` and Go (in the folder
 * into which Go's own archive is unpacked).
 */
function withAdministratorPath(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...environment,
    PATH: `${environment.PATH ?? ''}:/usr/local/sbin:/usr/sbin:/sbin:/usr/local/go/bin`,
  };
}
