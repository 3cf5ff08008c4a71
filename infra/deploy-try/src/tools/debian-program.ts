import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import { cacheFolder } from '@kassa/local-database';
import { CannotRun } from '../report.ts';
import { runProgram } from '../run-program.ts';

/**
 * Unpacks a Debian package into the cache and returns the path of a program in it. The package is not installed, because then
 * its service would start.
 *
 * @throws {CannotRun}
 */
export async function debianProgram(packageName: string, program: string): Promise<string> {
  const folder = join(cacheFolder(process.env), 'debian-programs', packageName);
  const path = join(folder, 'usr/bin', program);
  if (existsSync(path)) return path;
  if (findProgram(['apt-get'], process.env) === undefined) {
    throw new CannotRun(`${program} comes from a Debian package, and this machine has no apt-get`);
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    await runProgram('apt-get', ['download', packageName], { folder, timeoutMs: 300_000 });
    const archive = readdirSync(folder).find((file) => file.endsWith('.deb')) ?? '';
    await runProgram('dpkg-deb', ['--extract', archive, '.'], { folder });
    rmSync(join(folder, archive));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new CannotRun(`the Debian package ${packageName} could not be fetched: ${error}`);
  }
  return path;
}
