import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '@kassa/local-database';
import { CannotRun } from '../report.ts';
import { runProgram } from '../run-program.ts';

const VERSION = '1.6.0';

/**
 * Installs podman-compose with pip into a separate environment, and returns its path.
 *
 * @throws {CannotRun}
 */
export async function podmanCompose(): Promise<string> {
  const folder = join(cacheFolder(process.env), `podman-compose-${VERSION}`);
  const program = join(folder, 'bin/podman-compose');
  if (existsSync(program)) return program;
  try {
    await runProgram('python3', ['-m', 'venv', folder], { timeoutMs: 120_000 });
    const install = ['-m', 'pip', 'install', '--quiet', `podman-compose==${VERSION}`];
    await runProgram(join(folder, 'bin/python3'), install, { timeoutMs: 300_000 });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new CannotRun(`podman-compose could not be installed with pip: ${error}`);
  }
  return program;
}
