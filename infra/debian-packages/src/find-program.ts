import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Finds one of several programs on the PATH. The earlier names are preferred: a name is tried only if no folder of the PATH
 * contains a program with an earlier name.
 */
export function findProgram(names: readonly string[], environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, fileNameOf(name)))).find(isProgram);
}

function fileNameOf(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
