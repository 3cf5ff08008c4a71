import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.ts';

const HEARTBEAT_MS = 10_000;
const KEPT_LINES = 15;

/** Why packages cannot be installed on this machine; `undefined` if they can. */
export function obstacleToInstalling(environment: NodeJS.ProcessEnv): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) return 'it is not Debian or Ubuntu';
  if (process.getuid?.() !== 0) return 'you are not root there';
  return findProgram(['apt-get'], environment) === undefined ? 'it has no apt-get' : undefined;
}

/** Installs Debian packages with apt. On failure, rejects with the end of apt's output. */
export async function installPackages(
  packages: readonly string[],
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<void> {
  await aptGet(['update'], environment, onProgress);
  await aptGet(['install', '-y', '--no-install-recommends', ...packages], environment, onProgress);
}

async function aptGet(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<void> {
  // If another apt runs on this machine, wait until it releases its lock.
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const startedAtMs = Date.now();
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LINES) lastLines.shift();
      if (line.startsWith('Need to get')) onProgress(line);
    });
  }
  const heartbeat = setInterval(() => {
    onProgress(
      `apt-get ${args[0]}: ${Math.round((Date.now() - startedAtMs) / 1000)} s, ${lastLines.at(-1) ?? ''}`,
    );
  }, HEARTBEAT_MS);
  try {
    const [code] = await once(child, 'close');
    if (code !== 0)
      throw new Error(`apt-get ${args[0]} failed. Its last lines:\n  ${lastLines.join('\n  ')}`);
  } finally {
    clearInterval(heartbeat);
  }
}
