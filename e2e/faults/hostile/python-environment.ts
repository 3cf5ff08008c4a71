import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import { cacheFolder, runStep, withLock } from '@kassa/local-database';
import { Skipped } from '../report/fault-run.ts';

const requirements = join(import.meta.dirname, 'requirements.txt');

/**
 * Returns the Python of a virtual environment with the packages of `requirements.txt`. If the environment is missing, creates
 * it in the cache that all checkouts share.
 *
 * @throws {Skipped} if Python is missing or the packages cannot be installed
 */
export async function preparePython(onProgress: (line: string) => void): Promise<string> {
  const contents = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(cacheFolder(process.env), `python-${contents}`);
  const python = join(folder, 'bin', 'python');
  // This file marks a complete environment. It is written last, so an environment whose installation was interrupted lacks it.
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return python;
  const system = findProgram(['python3'], process.env);
  if (system === undefined)
    throw new Skipped('Schemathesis is a Python program, and there is no python3 on the PATH');
  mkdirSync(cacheFolder(process.env), { recursive: true });
  await withLock(
    `${folder}.lock`,
    () => onProgress('another process is installing Schemathesis; waiting …'),
    async () => {
      if (existsSync(complete)) return;
      rmSync(folder, { recursive: true, force: true });
      const step = (title: string, command: string, args: readonly string[]) =>
        runStep({
          title,
          command,
          args,
          environment: { ...process.env, PIP_DISABLE_PIP_VERSION_CHECK: '1' },
          logFile: `${folder}.log`,
          onProgress,
        });
      try {
        await step('Making a Python environment', system, ['-m', 'venv', folder]);
        await step('Installing Schemathesis', python, [
          '-m',
          'pip',
          'install',
          '--quiet',
          '-r',
          requirements,
        ]);
      } catch (error) {
        throw new Skipped(
          `Schemathesis could not be installed: ${error instanceof Error ? error.message : error}`,
        );
      }
      writeFileSync(complete, '');
    },
  );
  return python;
}
