import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const workspaceGroups = ['.', 'services', 'infra'];
const ownScope = '@kassa';

/** A copy of the repository's last commit beside the repository, with its dependencies and build output. */
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
 * Links the installed packages into the copy of the repository. Packages from the registry are linked from the original
 * repository. Kassa's own packages are linked from the copy, because protections are removed only from the copy's code.
 */
function linkDependencies(folder: string): void {
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, ownScope), { recursive: true });
  for (const name of readdirSync('node_modules')) {
    if (name !== ownScope) symlinkSync(resolve('node_modules', name), join(to, name));
  }
  // npm installs Kassa's own packages as relative links to their folders. In the copy, the same relative links lead to the
  // copy's folders.
  for (const name of readdirSync(join('node_modules', ownScope))) {
    symlinkSync(readlinkSync(join('node_modules', ownScope, name)), join(to, ownScope, name));
  }
}
