import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const packageFolder = resolve(import.meta.dirname, '../../..');
const binaries = join(packageFolder, '..', 'node_modules', '.bin');

/** The package as it is published, and a project outside the repository that has installed it. */
export interface PackedPackage {
  /** What is in the tarball, unpacked by npm. */
  readonly installed: string;
  readonly tarball: string;
  readonly project: string;
  remove(): void;
}

export function run(program: string, parameters: readonly string[], cwd: string): string {
  const isOwn = !program.includes('/');
  const command = isOwn ? join(binaries, program) : program;
  return execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** Builds and packs the package, and installs the tarball without other packages and without a network. */
export function packAndInstall(): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'kassa-sdk-node-'));
  const source = join(folder, 'source');
  const project = join(folder, 'project');
  for (const name of ['package.json', 'README.md', 'bin']) {
    cpSync(join(packageFolder, name), join(source, name), { recursive: true });
  }
  const build = (folderName: string, ...more: string[]) =>
    run('tsdown', ['--out-dir', join(source, folderName), '--logLevel', 'error', ...more], packageFolder);
  build('dist');
  build('dist/cli', '--config', 'tsdown.cli.config.ts');
  const npm = (parameters: string[], cwd: string) =>
    execFileSync('npm', parameters, { cwd, encoding: 'utf8' });
  const tarball = join(folder, npm(['pack', '--silent', '--pack-destination', folder], source).trim());
  cpSync(join(import.meta.dirname, '../consumer'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const quietly = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  npm(['install', ...quietly, tarball], project);
  return {
    tarball,
    project,
    installed: join(project, 'node_modules', '@kassa', 'sdk-node'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
