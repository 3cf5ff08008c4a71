import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';

/** The user without special rights that Debian's PostgreSQL packages create inside the root file system. */
const DATABASE_USER = 'postgres';
/** Where a server sees its data folder. */
export const DATA_INSIDE = '/data';
export const FERRETDB_INSIDE = '/usr/local/bin/ferretdb';
export const FERRETDB_VERSION = 'v2.7.0';

/**
 * A shell script that runs one command inside the root file system, with the data folder mounted there. The mounts are visible
 * only to this command and its children. They end with the last of these processes, however it ends.
 */
const ENTER_ROOTFS = `
rootfs=$1; data=$2; shift 2
mount --rbind /dev "$rootfs/dev"
mount -t proc proc "$rootfs/proc"
mount --bind "$data" "$rootfs${DATA_INSIDE}"
exec chroot --userspec=${DATABASE_USER}:${DATABASE_USER} "$rootfs" "$@"
`;

/**
 * The folder of the root file system. Its name contains the versions of the programs, so that newer versions are installed
 * beside older ones.
 */
export function rootfsFolder(environment: NodeJS.ProcessEnv): string {
  return join(cacheFolder(environment), `documentdb-forky-pg18-ferretdb-${FERRETDB_VERSION}`);
}

/** Returns the command line that runs `command` as the database user inside the root file system. */
export function insideRootfs(
  rootfs: string,
  dataFolder: string,
  command: readonly string[],
): { command: string; args: string[] } {
  const enter = ['--mount', '--propagation', 'private', '/bin/sh', '-ec', ENTER_ROOTFS, 'enter-rootfs'];
  return { command: 'unshare', args: [...enter, rootfs, dataFolder, ...command] };
}

/** The user ID and group ID of the database user inside the root file system. */
export function databaseUser(rootfs: string): { uid: number; gid: number } {
  const entries = readFileSync(join(rootfs, 'etc/passwd'), 'utf8').split('\n');
  const fields = entries.find((entry) => entry.startsWith(`${DATABASE_USER}:`))?.split(':');
  if (fields === undefined)
    throw new Error(
      `${rootfs} has no user ${DATABASE_USER}; remove the folder, so that it is created again.`,
    );
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}
