import { findProgram } from './find-program.ts';
import { installPackages, obstacleToInstalling } from './install-packages.ts';

export type ProgramSearch =
  | { readonly kind: 'found'; readonly program: string }
  | { readonly kind: 'absent'; readonly reason: string };

/**
 * Finds a program on the PATH. If it is not there, installs it from the given Debian packages. Returns `absent` if neither is
 * possible.
 */
export async function findOrInstallProgram(
  name: string,
  packages: readonly string[],
  onProgress: (line: string) => void,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ProgramSearch> {
  const installed = findProgram([name], environment);
  if (installed !== undefined) return { kind: 'found', program: installed };
  const obstacle = obstacleToInstalling(environment);
  if (obstacle !== undefined) {
    return {
      kind: 'absent',
      reason: `${name} is not on the PATH, and it cannot be installed here: ${obstacle}`,
    };
  }
  onProgress(`Installing ${packages.join(', ')} with apt, once.`);
  try {
    await installPackages(packages, environment, onProgress);
  } catch (error) {
    return { kind: 'absent', reason: `${name} could not be installed: ${String(error)}` };
  }
  const fresh = findProgram([name], environment);
  if (fresh === undefined)
    return { kind: 'absent', reason: `apt-get succeeded, but left no ${name} on the PATH` };
  return { kind: 'found', program: fresh };
}
