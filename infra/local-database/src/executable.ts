import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of a program on the PATH of the given environment, or `undefined`. */
export function findExecutable(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const fileName = process.platform === 'win32' ? `${name}.exe` : name;
  return (environment.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, fileName))
    .find(isExecutable);
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
