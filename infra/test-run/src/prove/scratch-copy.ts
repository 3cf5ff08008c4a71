import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const workspaceGroups = ['.', 'services', 'infra'];
const ownScope = '@kassa';

/** A copy of the last commit beside this repository, with its dependencies and what was built. */
export interface ScratchCopy {
  readonly folder: string;
  remove(): void;
}

export function makeScratchCopy(): ScratchCopy {
  const folder = join(mkdtempSync(join(tmpdir(), 'kassa-prove-')), 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD']);
  linkDependencies(folder);
  for (const group of workspaceGroups) {
    for (const name of readdirSync(group)) {
      for (const part of ['dist', 'node_modules']) {
        const from = join(group, name, part);
        const to = join(folder, from);
        if (name !== 'node_modules' && existsSync(from) && !existsSync(to)) symlinkSync(resolve(from), to);
      }
    }
  }
  return {
    folder,
    remove: () => {
      execFileSync('git', ['worktree', 'remove', '--force', folder]);
    },
  };
}

/**
 * Foreign packages are those of this repository. The workspaces' own are the copy's: through a link to the whole
 * folder the copy would import them from here, where every protection stands.
 */
function linkDependencies(folder: string): void {
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, ownScope), { recursive: true });
  for (const name of readdirSync('node_modules')) {
    if (name !== ownScope) symlinkSync(resolve('node_modules', name), join(to, name));
  }
  // npm links workspaces by relative paths, which lead to the copy's when they stand in the copy.
  for (const name of readdirSync(join('node_modules', ownScope))) {
    symlinkSync(readlinkSync(join('node_modules', ownScope, name)), join(to, ownScope, name));
  }
}
