import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for installed database programs. It is outside the checkout, so that all checkouts on this machine share it. */
export function cacheFolder(environment: NodeJS.ProcessEnv): string {
  const configured = environment.XDG_CACHE_HOME;
  const base = configured === undefined || configured === '' ? join(homedir(), '.cache') : configured;
  return join(base, 'kassa');
}
