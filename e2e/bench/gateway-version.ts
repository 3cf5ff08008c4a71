import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A version of the gateway: the one in this work tree, or an older commit. */
export interface GatewayVersion {
  readonly name: string;
  readonly folder: string;
}

const repository = fileURLToPath(new URL('../..', import.meta.url));

export const thisVersion: GatewayVersion = { name: 'gateway', folder: repository };

/** An older version that was checked out and built in a temporary folder. */
export interface OlderVersion extends GatewayVersion {
  remove(): void;
}

/**
 * Checks out a commit into a temporary folder and builds it. If it needs the same packages as this version, it gets links to
 * the installed ones; otherwise they are installed.
 *
 * @throws {Error} if there is no such commit, or if it cannot be built
 */
export function buildOlderVersion(commit: string): OlderVersion {
  const name = git('rev-parse', '--short', '--verify', `${commit}^{commit}`).trim();
  const parent = mkdtempSync(join(tmpdir(), 'kassa-bench-'));
  const folder = join(parent, name);
  const remove = () => {
    git('worktree', 'remove', '--force', folder);
    rmSync(parent, { recursive: true, force: true });
  };
  git('worktree', 'add', '--detach', folder, name);
  try {
    if (packagesOf(folder) === packagesOf(repository)) linkPackages(folder);
    else run(folder, 'npm', 'ci', '--no-audit', '--no-fund');
    run(folder, 'npm', 'run', 'build');
  } catch (error) {
    remove();
    throw error;
  }
  return { name, folder, remove };
}

function git(...argv: string[]): string {
  return execFileSync('git', argv, { cwd: repository, encoding: 'utf8' });
}

function run(folder: string, command: string, ...argv: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, argv, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${argv.join(' ')} failed in ${folder}:\n${stdout}${stderr}`);
}

/** The packages that the lock file names, without the workspaces, as one text. */
function packagesOf(folder: string): string {
  return JSON.stringify(Object.entries(lockedIn(folder)).filter(([path]) => path.includes('node_modules/')));
}

function lockedIn(folder: string): Readonly<Record<string, unknown>> {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  return (JSON.parse(lock) as { packages: Record<string, unknown> }).packages;
}

/**
 * Links the installed packages into another work tree. The folder with the workspaces' packages is copied, so that its relative
 * links lead to the workspaces of that work tree.
 */
function linkPackages(folder: string): void {
  for (const modules of ['node_modules', ...workspaceModules()]) {
    const installed = join(repository, modules);
    mkdirSync(join(folder, modules), { recursive: true });
    for (const entry of readdirSync(installed)) {
      if (entry !== '@kassa') symlinkSync(join(installed, entry), join(folder, modules, entry));
    }
  }
  const workspaces = join('node_modules', '@kassa');
  execFileSync('cp', ['-a', join(repository, workspaces), join(folder, workspaces)]);
}

/**
 * The `node_modules` folders inside the workspaces, as paths relative to the repository. npm puts packages there that it does
 * not install at the root.
 */
function workspaceModules(): readonly string[] {
  const folders = Object.keys(lockedIn(repository)).flatMap(
    (path) => /^(?!node_modules\/)(.+?\/node_modules)\//.exec(path)?.[1] ?? [],
  );
  return [...new Set(folders)];
}
