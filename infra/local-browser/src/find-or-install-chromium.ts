import { isProgram, obstacleToInstalling } from '@kassa/debian-packages';
import { findChromium } from './find-chromium.ts';
import { installChromium } from './install-chromium.ts';

export interface FindChromiumOptions {
  /** Told what happens while the browser is being installed, in lines for people. */
  readonly onProgress: (line: string) => void;
  /** Where CHROMIUM_PATH and PATH are looked up; `process.env` unless given. */
  readonly environment?: NodeJS.ProcessEnv;
}

export interface FoundChromium {
  readonly executablePath: string;
  /** Where it comes from, for people. */
  readonly source: string;
}

/**
 * The Chromium that browser tests drive: CHROMIUM_PATH, one that is installed, or one installed now with apt.
 * Rejects with one message that names these ways when none is open.
 */
export async function findOrInstallChromium(options: FindChromiumOptions): Promise<FoundChromium> {
  const environment = options.environment ?? process.env;
  const configured = environment.CHROMIUM_PATH;
  if (configured !== undefined && configured !== '') {
    if (!isProgram(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which is no program.`);
    return { executablePath: configured, source: 'CHROMIUM_PATH' };
  }
  const installed = findChromium(environment);
  if (installed !== undefined) return { executablePath: installed, source: 'installed on this machine' };

  const obstacle = obstacleToInstalling(environment);
  if (obstacle !== undefined) throw noChromium(`This machine cannot have it installed by us: ${obstacle}.`);
  await installChromium(environment, options.onProgress);
  const fresh = findChromium(environment);
  if (fresh === undefined) throw noChromium('apt-get succeeded, but left no Chromium on the PATH.');
  return { executablePath: fresh, source: 'installed now with apt-get' };
}

function noChromium(reason: string): Error {
  return new Error(
    [
      `No Chromium was found for the browser tests. ${reason} Any of these helps:`,
      '  - set CHROMIUM_PATH to the program of a Chromium or Google Chrome;',
      '  - install Chromium or Google Chrome, so that it is on the PATH or in its usual place;',
      '  - run as root on Debian, where it is installed with apt-get.',
    ].join('\n'),
  );
}
