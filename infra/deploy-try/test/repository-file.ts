import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../../..');

export function readRepositoryFile(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}

export function isInRepository(path: string): boolean {
  return existsSync(join(repository, path));
}

/** The paths of all deployment files. */
export function deployFiles(): readonly string[] {
  return globSync('deploy/**/*', { cwd: repository, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1))
    .sort();
}
