import { findOrInstallProgram, findProgram, isProgram, type ProgramSearch } from '@kassa/debian-packages';
import type { FindBrowserOptions } from './find-browser-options.ts';

/** The names under which Firefox is installed, most preferred first: the name in Debian's packages, then Mozilla's own name. */
const PROGRAM_NAMES = ['firefox-esr', 'firefox'];

/**
 * Finds Firefox: the program in FIREFOX_PATH, then one on the PATH, then Debian's, installed with apt if that is possible. If
 * there is none, returns the reason.
 */
export async function findOrInstallFirefox(options: FindBrowserOptions): Promise<ProgramSearch> {
  const environment = options.environment ?? process.env;
  const configured = environment.FIREFOX_PATH;
  if (configured !== undefined && configured !== '') {
    return isProgram(configured)
      ? { kind: 'found', program: configured }
      : { kind: 'absent', reason: `FIREFOX_PATH names ${configured}, which is not a program` };
  }
  const installed = findProgram(PROGRAM_NAMES, environment);
  if (installed !== undefined) return { kind: 'found', program: installed };
  return findOrInstallProgram('firefox-esr', ['firefox-esr'], options.onProgress, environment);
}
