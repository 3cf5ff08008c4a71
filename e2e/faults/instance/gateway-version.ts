import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');
const programPath = 'e2e/faults/gateway-under-fault.ts';

/** A version of the gateway that the harness can run. */
export interface GatewayVersion {
  readonly name: string;
  /** The path of the program that runs this version's gateway under faults. */
  readonly program: string;
}

export const thisVersion: GatewayVersion = { name: 'this version', program: join(repository, programPath) };

/**
 * Copies the files of a commit to a separate folder, installs their dependencies and builds them. A later run uses the same
 * folder.
 *
 * @throws if the repository has no such commit, or if the commit cannot be installed or built
 */
export async function checkOutVersion(
  commit: string,
  folder: string,
  onProgress: (line: string) => void,
): Promise<GatewayVersion> {
  const { stdout } = await run('git', ['rev-parse', '--verify', `${commit}^{commit}`], { cwd: repository });
  const hash = stdout.trim();
  const name = hash.slice(0, 8);
  const place = join(folder, name);
  if (!existsSync(place)) {
    const unfinished = `${place}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const archive = join(unfinished, 'files.tar');
    await run('git', ['archive', '--output', archive, hash], { cwd: repository });
    await run('tar', ['--extract', '--file', archive], { cwd: unfinished });
    rmSync(archive);
    for (const [program = '', ...words] of [
      ['npm', 'ci'],
      ['npm', 'run', 'build'],
    ]) {
      onProgress(`version ${name}: ${program} ${words.join(' ')} …`);
      await run(program, words, { cwd: unfinished, maxBuffer: 64 * 1024 * 1024 });
    }
    renameSync(unfinished, place);
  }
  return { name, program: join(place, programPath) };
}
