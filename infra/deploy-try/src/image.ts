import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import type { Podman } from './tools/podman.ts';

export const GATEWAY_IMAGE = 'localhost/kassa-try/gateway:0.1.0';
/** The image that stands for the next version. Its content is the same. */
export const NEXT_GATEWAY_IMAGE = 'localhost/kassa-try/gateway:0.2.0';

/** Builds the image as the guide says, but on the given base. */
export async function buildImage(
  podman: Podman,
  base: string,
  repository: string,
  workFolder: string,
): Promise<void> {
  const args = [
    ...['build', '--file', 'deploy/image/Containerfile', '--tag', GATEWAY_IMAGE, '--network', 'host'],
    ...['--build-arg', `NODE_IMAGE=${base}`],
    ...['--secret', `id=npmrc,src=${await npmSettings(workFolder)}`, '.'],
  ];
  await podman.run(args, { folder: repository, timeoutMs: 1_800_000 });
}

/** Writes the npm settings of this machine, such as its registry, into a file. Returns the path of the file. */
async function npmSettings(workFolder: string): Promise<string> {
  const registry = await runProgram('npm', ['config', 'get', 'registry']);
  const file = join(workFolder, 'npmrc');
  mkdirSync(workFolder, { recursive: true });
  writeFileSync(file, `${readIfThere(join(homedir(), '.npmrc'))}\nregistry=${registry}`, { mode: 0o600 });
  return file;
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Runs a command in a container as strictly as compose and Kubernetes do. Returns its output. */
export function runHardened(podman: Podman, command: readonly string[]): Promise<string> {
  const limits = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
  return podman.run(['run', '--rm', ...limits, '--network', 'none', GATEWAY_IMAGE, ...command]);
}

/**
 * Proves that a process in the container has no rights that it does not need.
 *
 * @throws {Error} that names a right that the process has
 */
export async function proveHardened(podman: Podman): Promise<void> {
  const script = 'cat /proc/self/status; touch /kassa/file 2>&1 || true';
  const text = await runHardened(podman, ['sh', '-c', script]);
  const expected: readonly [string, RegExp][] = [
    ['the user is not root', /^Uid:\t10001\t10001\t10001\t10001$/m],
    ['there are no capabilities', /^CapEff:\t0+$/m],
    ['no program can gain rights', /^NoNewPrivs:\t1$/m],
    ['the file system is read-only', /Read-only file system/],
  ];
  for (const [what, pattern] of expected) {
    if (!pattern.test(text)) throw new Error(`It does not hold that ${what}:\n${text}`);
  }
}
