import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes a shell script that stands in for a program on the PATH. Returns its full path. */
export function standInProgram(folder: string, name: string, script: string): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Creates a program called `mongod` in a folder. The file stand-in-mongod.ts says what the program can do. */
export function standInMongod(folder: string): string {
  const program = fileURLToPath(new URL('./stand-in-mongod.ts', import.meta.url));
  return standInProgram(folder, 'mongod', `exec '${process.execPath}' '${program}' "$@"`);
}
