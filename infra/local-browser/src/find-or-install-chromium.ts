import { isProgram, obstacleToInstalling } from '@kassa/debian-packages';
import type { FindBrowserOptions } from './find-browser-options.ts';
import { findChromium, findHeadlessShell } from './find-chromium.ts';
import { installChromium } from './install-chromium.ts';

export interface FoundChromium {
  readonly executablePath: string;
  /** The browser's origin, for people. */
  readonly source: string;
}

/**
 * Finds the Chromium for browser tests. The program in CHROMIUM_PATH is used first, then the headless shell (installed with apt
 * if possible), and then an installed whole browser. If there is none, rejects with a message that names these possibilities.
 */
export async function findOrInstallChromium(options: FindBrowserOptions): Promise<FoundChromium> {
  const environment = options.environment ?? process.env;
  const configured = environment.CHROMIUM_PATH;
  if (configured !== undefined && configured !== '') {
    if (!isProgram(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which is not a program.`);
    return { executablePath: configured, source: 'CHROMIUM_PATH' };
  }
  const shell = findHeadlessShell(environment);
  if (shell !== undefined) return { executablePath: shell, source: 'installed on this machine' };

  const whole = findChromium(environment);
  const obstacle = obstacleToInstalling(environment);
  if (obstacle === undefined) {
    const fresh = await installedShell(options, environment).catch((error: Error) => {
      if (whole === undefined) throw error;
      options.onProgress(`The headless shell could not be installed: ${error.message}`);
      return undefined;
    });
    if (fresh !== undefined) return { executablePath: fresh, source: 'installed now with apt-get' };
  }
  if (whole !== undefined) return { executablePath: whole, source: 'installed on this machine' };
  throw noChromium(`It cannot be installed on this machine: ${obstacle}.`);
}

async function installedShell(
  { onProgress }: FindBrowserOptions,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  await installChromium(environment, onProgress);
  const shell = findHeadlessShell(environment);
  if (shell === undefined) throw noChromium('apt-get succeeded, but left no Chromium on the PATH.');
  return shell;
}

function noChromium(reason: string): Error {
  return new Error(
    [
      `No Chromium was found for the browser tests. ${reason} Do one of the following:`,
      '  - set CHROMIUM_PATH to the program of a Chromium or Google Chrome;',
      '  - install Chromium or Google Chrome, so that it is on the PATH or in its usual place;',
      '  - run as root on Debian, where it is installed with apt-get.',
    ].join('\n'),
  );
}
