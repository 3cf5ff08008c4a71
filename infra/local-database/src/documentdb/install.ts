import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../cache-folder.ts';
import { withLock } from '../lock-file.ts';
import { runStep, type Step } from '../run-step.ts';
import { DOWNLOAD_ATTEMPTS, installDebian, type StepSettings } from './install-debian.ts';
import { FERRETDB_INSIDE, FERRETDB_VERSION, rootfsFolder } from './rootfs.ts';

const FERRETDB_MODULE = `github.com/FerretDB/FerretDB/v2/cmd/ferretdb@${FERRETDB_VERSION}`;

/**
 * Installs DocumentDB and FerretDB into the cache, unless they are there already. Resolves to the folder of the root file
 * system.
 */
export async function installDocumentDb(
  environment: NodeJS.ProcessEnv,
  onProgress: (line: string) => void,
): Promise<string> {
  const finished = rootfsFolder(environment);
  if (existsSync(finished)) return finished;
  const onWait = () => onProgress('Another process is installing the database; waiting for it …');
  return withLock(join(cacheFolder(environment), 'install.lock'), onWait, async () => {
    if (existsSync(finished)) return finished;
    onProgress('Installing a local database, once for all checkouts: 160 MB to download, about two minutes.');
    // Install into a folder with a temporary name, and rename it when it is complete. If the temporary folder exists already,
    // an earlier installation was interrupted.
    const unfinished = `${finished}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(cacheFolder(environment), { recursive: true });
    const logFile = join(cacheFolder(environment), 'install.log');
    writeFileSync(logFile, '');
    await installInto(unfinished, { environment, logFile, onProgress });
    renameSync(unfinished, finished);
    return finished;
  });
}

async function installInto(rootfs: string, settings: StepSettings): Promise<void> {
  mkdirSync(rootfs, { recursive: true });
  const failed = new AbortController();
  const goBinaries = join(rootfs, 'tmp-go-bin');
  // Run both steps at the same time: compiling FerretDB mainly needs the CPU, and installing Debian mainly needs the network.
  const steps = [
    buildFerretDb(goBinaries, settings, failed.signal),
    installDebian(rootfs, settings, failed.signal),
  ];
  for (const step of steps) step.catch(() => failed.abort());
  const outcomes = await Promise.allSettled(steps);
  const problems = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (problems.length > 0) throw problems.find((problem) => !isAbort(problem)) ?? problems[0];
  copyFileSync(join(goBinaries, 'ferretdb'), join(rootfs, FERRETDB_INSIDE));
  chmodSync(join(rootfs, FERRETDB_INSIDE), 0o755);
  rmSync(goBinaries, { recursive: true });
}

async function buildFerretDb(folder: string, settings: StepSettings, abort: AbortSignal): Promise<void> {
  const step: Step = {
    ...settings,
    abort,
    title: `Building FerretDB ${FERRETDB_VERSION}`,
    command: 'go',
    args: ['install', FERRETDB_MODULE],
    // Compile FerretDB without cgo, so that the program does not depend on libraries of the machine that builds it.
    environment: { ...settings.environment, CGO_ENABLED: '0', GOBIN: folder },
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runStep(step);
    } catch (error) {
      // Go gives up after the first failed download. It keeps the finished downloads, so try again.
      if (attempt === DOWNLOAD_ATTEMPTS || abort.aborted) throw error;
    }
  }
}

function isAbort(problem: unknown): boolean {
  return problem instanceof Error && problem.message.includes('aborted');
}
