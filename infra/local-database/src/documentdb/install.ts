import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { findExecutable } from '../executable.ts';
import { withLock } from '../lock-file.ts';
import { runStep, type Step } from '../run-step.ts';
import { type AptAccess, readAptAccess } from './debian-mirror.ts';
import { DATA_INSIDE, FERRETDB_INSIDE, FERRETDB_VERSION, rootfsFolder } from './rootfs.ts';

/** The first Debian release that packages DocumentDB. */
const DEBIAN_RELEASE = 'forky';
const DATABASE_PACKAGE = 'postgresql-18-documentdb';
const FERRETDB_MODULE = `github.com/FerretDB/FerretDB/v2/cmd/ferretdb@${FERRETDB_VERSION}`;
const HOST_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Runs a shell script in mount and process namespaces of its own. They end when this process does, even by
 * SIGKILL, so that no half-finished installation goes on writing behind the next one's back.
 */
const NAMESPACES = [
  ...['setpriv', '--pdeathsig', 'KILL', 'unshare', '--mount', '--propagation', 'private'],
  ...['--pid', '--fork', '--kill-child', '--mount-proc', '/bin/sh', '-ec'],
];

const INSTALL_PACKAGE_SCRIPT = `
rootfs=$1; package=$2
mount --rbind /dev "$rootfs/dev"
mount -t proc proc "$rootfs/proc"
# Snapshots of a mirror outlive the date until which their index calls itself valid.
chroot "$rootfs" apt-get -o Acquire::Check-Valid-Until=false update
chroot "$rootfs" apt-get install -y --no-install-recommends "$package"
chroot "$rootfs" apt-get clean
rm -rf "$rootfs"/var/lib/apt/lists/* "$rootfs"/usr/share/doc/*
`;

type StepSettings = Pick<Step, 'environment' | 'logFile' | 'onProgress'>;

/** Installs DocumentDB and FerretDB into the cache unless they are there; resolves to the root file system. */
export async function installDocumentDb(
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<string> {
  const finished = rootfsFolder(environment);
  if (existsSync(finished)) return finished;
  const onWait = () => onProgress('Another process is installing the database; waiting for it …');
  return withLock(join(cacheFolder(environment), 'install.lock'), onWait, async () => {
    if (existsSync(finished)) return finished;
    onProgress('Installing a local database, once for all checkouts: 160 MB to download, about two minutes.');
    // The finished folder's name appears in one step at the end; whatever has another name was interrupted.
    const unfinished = `${finished}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const logFile = join(cacheFolder(environment), 'install.log');
    writeFileSync(logFile, '');
    await installInto(unfinished, { environment, logFile, onProgress });
    renameSync(unfinished, finished);
    return finished;
  });
}

async function installInto(rootfs: string, settings: StepSettings): Promise<void> {
  const failed = new AbortController();
  const goBinaries = join(rootfs, 'tmp-go-bin');
  // Compiling FerretDB needs no network for most of its time, the Debian steps little else: together they take
  // as long as the slower one.
  const steps = [
    buildFerretDb(goBinaries, settings, failed.signal),
    installDebian(rootfs, settings, failed.signal),
  ];
  for (const step of steps) step.catch(() => failed.abort());
  const outcomes = await Promise.allSettled(steps);
  const problems = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (problems.length > 0) throw problems.find((problem) => !isAbort(problem)) ?? problems[0];
  copyFileSync(join(goBinaries, 'ferretdb'), join(rootfs, FERRETDB_INSIDE));
  chmodSync(join(rootfs, FERRETDB_INSIDE), 0o755);
  rmSync(goBinaries, { recursive: true });
}

async function buildFerretDb(folder: string, settings: StepSettings, abort: AbortSignal): Promise<void> {
  await runStep({
    ...settings,
    abort,
    title: `Building FerretDB ${FERRETDB_VERSION}`,
    command: 'go',
    args: ['install', FERRETDB_MODULE],
    // Without cgo the binary needs no library of the machine that built it.
    environment: { ...settings.environment, CGO_ENABLED: '0', GOBIN: folder },
  });
}

async function installDebian(rootfs: string, settings: StepSettings, abort: AbortSignal): Promise<void> {
  const apt = { ...settings, abort, command: 'apt-get' };
  await runStep({ ...apt, title: "Reading apt's package lists", args: ['update'] });
  if (findExecutable('debootstrap', settings.environment) === undefined) {
    const packages = ['debootstrap', 'debian-archive-keyring'];
    const args = ['install', '-y', '--no-install-recommends', ...packages];
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
  // Older versions of debootstrap have no script of this release's name, and all newer releases share sid's.
  const what = [DEBIAN_RELEASE, rootfs, access.mirror ?? '', 'sid'];
  await runStep({
    ...settings,
    environment: access.environment,
    abort,
    title: `Installing a minimal Debian ${DEBIAN_RELEASE}`,
    ...inNamespaces(['exec debootstrap "$@"', 'bootstrap', ...options, ...what]),
  });
  // A mirror or proxy with a private certificate authority is trusted by the machine, so by its chroot too.
  if (encrypted && existsSync(HOST_CERTIFICATES))
    copyFileSync(HOST_CERTIFICATES, join(rootfs, HOST_CERTIFICATES));
}

/** Keeps the packages from making a database cluster and from starting services of their own. */
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

function isAbort(problem: unknown): boolean {
  return problem instanceof Error && problem.message.includes('aborted');
}
