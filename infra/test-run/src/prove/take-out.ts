import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protection } from './protection.ts';

/**
 * Removes the code of one protection against faults from a copy of the repository, to prove that a test then fails. Returns a
 * function that restores the code.
 *
 * @throws if the file does not contain this code exactly once, because the list of protections is then out of date
 */
export function takeOut({ file, find, replace, what }: Protection, copy: string): () => void {
  const path = join(copy, file);
  const code = readFileSync(path, 'utf8');
  const parts = code.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `The code of "${what}" must be in ${file} exactly once, but is there ${parts.length - 1} times`,
    );
  }
  writeFileSync(path, parts.join(replace));
  return () => writeFileSync(path, code);
}
