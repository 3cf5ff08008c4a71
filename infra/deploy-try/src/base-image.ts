import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOrInstallProgram } from '@kassa/debian-packages';
import { readAptAccess } from '@kassa/local-database';
import { CannotRun } from './report.ts';
import { runProgram } from './run-program.ts';
import type { Podman } from './tools/podman.ts';

const DEBIAN_RELEASE = 'trixie';
const HOST_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** Folders whose content no program reads. */
const unneeded = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'var/cache/apt', 'var/lib/apt/lists'];

/**
 * Builds an image with Debian, Node and npm that replaces `node:24-trixie-slim`, because that image needs a public registry.
 * Returns its name. If an earlier run has built the image, uses that image.
 *
 * @throws {CannotRun}
 */
export async function baseImage(podman: Podman, repository: string): Promise<string> {
  const image = `localhost/kassa-try/node:${process.versions.node}-${DEBIAN_RELEASE}-slim`;
  if (await podman.hasImage(image)) return image;
  const debootstrap = await findOrInstallProgram(
    'debootstrap',
    ['debootstrap', 'debian-archive-keyring'],
    console.log,
  );
  if (debootstrap.kind === 'absent') throw new CannotRun(debootstrap.reason);
  const folder = mkdtempSync(join(tmpdir(), 'kassa-deploy-try-'));
  const root = join(folder, 'root');
  try {
    await installDebian(debootstrap.program, root);
    await installNode(root, join(folder, 'npm'), repository);
    const archive = join(folder, 'root.tar');
    await runProgram('tar', ['-C', root, '-cf', archive, '.'], { timeoutMs: 300_000 });
    const variables = [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `NODE_EXTRA_CA_CERTS=${HOST_CERTIFICATES}`,
    ];
    const changes = variables.flatMap((variable) => ['--change', `ENV ${variable}`]);
    await podman.run(['import', ...changes, archive, image], { timeoutMs: 300_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return image;
}

async function installDebian(debootstrap: string, root: string): Promise<void> {
  const { mirror = '', environment } = readAptAccess(process.env);
  // Older versions of debootstrap have no script for this release, so name the script of sid, which all newer releases use.
  const args = ['--variant=minbase', '--include=ca-certificates', DEBIAN_RELEASE, root, mirror, 'sid'];
  await runProgram(debootstrap, args, { environment, timeoutMs: 900_000 });
  for (const path of unneeded) rmSync(join(root, path), { recursive: true, force: true });
  // This machine may trust a private certificate authority of a mirror or proxy. Programs in the container must trust it too.
  if (existsSync(HOST_CERTIFICATES)) copyFileSync(HOST_CERTIFICATES, join(root, HOST_CERTIFICATES));
}

async function installNode(root: string, npmFolder: string, repository: string): Promise<void> {
  const local = join(root, 'usr/local');
  const nodePackage = dirname(createRequire(join(repository, 'package.json')).resolve('node/package.json'));
  copyFileSync(join(nodePackage, 'bin/node'), join(local, 'bin/node'));
  const { packageManager } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const install = ['install', '--prefix', npmFolder, '--no-audit', '--no-fund', packageManager];
  await runProgram('npm', install, { timeoutMs: 300_000 });
  const modules = join(local, 'lib/node_modules');
  mkdirSync(modules, { recursive: true });
  await runProgram('cp', ['-r', join(npmFolder, 'node_modules/npm'), modules]);
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
}
