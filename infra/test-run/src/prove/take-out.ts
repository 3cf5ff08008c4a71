import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Protection } from './protection.ts';

/**
 * Takes a protection out of a copy of the repository; answers how to put it back.
 *
 * @throws when the protection is not where it is said to be: the list must follow the code
 */
export function takeOut({ file, find, replace, what }: Protection, copy: string): () => void {
  const path = join(copy, file);
  const code = readFileSync(path, 'utf8');
  const parts = code.split(find);
  if (parts.length !== 2) {
    throw new Error(
      `"${what}" is to be taken out of ${file}, where its code stands ${parts.length - 1} times`,
    );
  }
  writeFileSync(path, parts.join(replace));
  return () => writeFileSync(path, code);
}
