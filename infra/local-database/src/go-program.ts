import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import { cacheFolder } from './cache-folder.ts';
import { withLock } from './lock-file.ts';
import { runStep } from './run-step.ts';

/** A program that its authors publish as a Go module. */
export interface GoProgram {
  readonly name: string;
  readonly version: string;
  /** The Go package of the program's `main` function, for example `github.com/Shopify/toxiproxy/v2/cmd/server`. */
  readonly package: string;
  /** The name of the compiled file. */
  readonly file: string;
}

/** Thrown if a program cannot be installed on this machine. The message says why. */
export class NotInstallable extends Error {
  override readonly name = 'NotInstallable';
}

/**
 * Compiles a Go program into the cache that all checkouts share, unless it is there already.
 *
 * @returns the path of the program
 * @throws {NotInstallable}
 */
export async function installGoProgram(
  wanted: GoProgram,
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<string> {
  const { name, version } = wanted;
  const cache = cacheFolder(environment);
  const folder = join(cache, `${name}-${version}`);
  const program = join(folder, wanted.file);
  if (existsSync(program)) return program;
  // Also search for Go in the folder into which Go's own archive is unpacked, because that folder is not on the PATH by
  // default.
  const withGo = { ...environment, PATH: [environment.PATH, '/usr/local/go/bin'].join(delimiter) };
  const go = findProgram(['go'], withGo);
  if (go === undefined) {
    throw new NotInstallable(`${name} is compiled with Go, and there is no go on the PATH`);
  }
  mkdirSync(cache, { recursive: true });
  const onWait = () => onProgress(`another process is installing ${name}; waiting …`);
  await withLock(join(cache, `${name}.lock`), onWait, async () => {
    if (existsSync(program)) return;
    // The folder gets its final name only when it is complete, so that an interrupted installation is not used.
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    try {
      await runStep({
        title: `Building ${name} ${version}`,
        command: go,
        args: ['install', `${wanted.package}@${version}`],
        environment: { ...withGo, CGO_ENABLED: '0', GOBIN: unfinished },
        logFile: join(cache, `${name}-install.log`),
        onProgress,
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new NotInstallable(`${name} could not be compiled: ${why}`);
    }
    renameSync(unfinished, folder);
  });
  return program;
}
