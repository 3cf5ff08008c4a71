import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import { runStep, type Step } from '../run-step.ts';
import { type AptAccess, readAptAccess } from './debian-mirror.ts';
import { DATA_INSIDE } from './rootfs.ts';

/** The first Debian release that has packages of DocumentDB. */
const DEBIAN_RELEASE = 'forky';
const DATABASE_PACKAGE = 'postgresql-18-documentdb';
const DEBIAN_KEYS = '/usr/share/keyrings/debian-archive-keyring.gpg';
const HOST_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
export const DOWNLOAD_ATTEMPTS = 3;

/**
 * The command that runs a shell script in its own mount and process namespaces. The namespaces end with this process, even on
 * SIGKILL. So the script of an interrupted installation cannot go on writing while the next installation runs.
 */
const NAMESPACES = [
  ...['setpriv', '--pdeathsig', 'KILL', 'unshare', '--mount', '--propagation', 'private'],
  ...['--pid', '--fork', '--kill-child', '--mount-proc', '/bin/sh', '-ec'],
];

/** Options with which apt waits for the lock of another apt on this machine, and retries failed downloads. */
const APT_OPTIONS = ['-o', 'DPkg::Lock::Timeout=300', '-o', `Acquire::Retries=${DOWNLOAD_ATTEMPTS}`];

const INSTALL_PACKAGE_SCRIPT = `
rootfs=$1; package=$2
mount --rbind /dev "$rootfs/dev"
mount -t proc proc "$rootfs/proc"
# Snapshots of a mirror outlive the date until which their index calls itself valid.
chroot "$rootfs" apt-get -o Acquire::Check-Valid-Until=false -o Acquire::Retries=${DOWNLOAD_ATTEMPTS} update
chroot "$rootfs" apt-get -o Acquire::Retries=${DOWNLOAD_ATTEMPTS} install -y --no-install-recommends "$package"
chroot "$rootfs" apt-get clean
rm -rf "$rootfs"/var/lib/apt/lists/* "$rootfs"/usr/share/doc/*
`;

export type StepSettings = Pick<Step, 'environment' | 'logFile' | 'onProgress'>;

/** Installs a minimal Debian with PostgreSQL and DocumentDB into `rootfs`. */
export async function installDebian(
  rootfs: string,
  settings: StepSettings,
  abort: AbortSignal,
): Promise<void> {
  const apt = { ...settings, abort, command: 'apt-get' };
  await runStep({ ...apt, title: "Reading apt's package lists", args: [...APT_OPTIONS, 'update'] });
  if (findProgram(['debootstrap'], settings.environment) === undefined || !existsSync(DEBIAN_KEYS)) {
    const packages = ['debootstrap', 'debian-archive-keyring'];
    const args = [...APT_OPTIONS, 'install', '-y', '--no-install-recommends', ...packages];
    await runStep({ ...apt, title: 'Installing debootstrap', args });
  }
  const access = readAptAccess(settings.environment);
  await bootstrapDebian(rootfs, access, settings, abort);
  preparePackageInstallation(rootfs);
  await runStep({
    ...settings,
    environment: access.environment,
    abort,
    title: 'Installing PostgreSQL with DocumentDB',
    ...inNamespaces([INSTALL_PACKAGE_SCRIPT, 'install-package', rootfs, DATABASE_PACKAGE]),
    worthShowing: /^Need to get/,
  });
}

async function bootstrapDebian(
  rootfs: string,
  access: AptAccess,
  settings: StepSettings,
  abort: AbortSignal,
): Promise<void> {
  const encrypted = access.mirror?.startsWith('https:') === true;
  const options = ['--variant=minbase', ...(encrypted ? ['--include=ca-certificates'] : [])];
  // Older versions of debootstrap have no script for this release, so name the script of sid, which all newer releases use.
  const what = [DEBIAN_RELEASE, rootfs, access.mirror ?? '', 'sid'];
  await runStep({
    ...settings,
    environment: access.environment,
    abort,
    title: `Installing a minimal Debian ${DEBIAN_RELEASE}`,
    ...inNamespaces(['exec debootstrap "$@"', 'bootstrap', ...options, ...what]),
  });
  // This machine may trust a private certificate authority of a mirror or proxy. Copy its certificates, so that programs inside
  // the root file system trust it too.
  if (encrypted && existsSync(HOST_CERTIFICATES))
    copyFileSync(HOST_CERTIFICATES, join(rootfs, HOST_CERTIFICATES));
}

/**
 * Writes configuration files into the root file system, so that the packages neither create a database cluster nor start
 * services while they are installed.
 */
function preparePackageInstallation(rootfs: string): void {
  mkdirSync(join(rootfs, 'etc/postgresql-common'), { recursive: true });
  writeFileSync(join(rootfs, 'etc/postgresql-common/createcluster.conf'), 'create_main_cluster = false\n');
  writeFileSync(join(rootfs, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  mkdirSync(join(rootfs, DATA_INSIDE));
}

function inNamespaces(script: readonly string[]): { command: string; args: string[] } {
  const [command = '', ...args] = [...NAMESPACES, ...script];
  return { command, args };
}
