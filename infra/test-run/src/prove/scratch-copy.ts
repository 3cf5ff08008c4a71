import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const workspaceGroups = ['.', 'services', 'infra'];

/** A copy of the last commit beside this repository, with its dependencies and what was built. */
export interface ScratchCopy {
  readonly folder: string;
  remove(): void;
}

export function makeScratchCopy(): ScratchCopy {
  const folder = join(mkdtempSync(join(tmpdir(), 'kassa-prove-')), 'copy');
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, 'HEAD']);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  for (const group of workspaceGroups) {
    for (const name of readdirSync(group)) {
      for (const part of ['dist', 'node_modules']) {
        const from = join(group, name, part);
        const to = join(folder, from);
        if (name !== 'node_modules' && existsSync(from) && !existsSync(to)) symlinkSync(resolve(from), to);
      }
    }
  }
  // The harness starts the gateway by its package name, which would lead back to this repository.
  const ownPackages = join(folder, 'e2e/node_modules/@kassa');
  mkdirSync(ownPackages, { recursive: true });
  symlinkSync(join(folder, 'services/gateway'), join(ownPackages, 'gateway'));
  return {
    folder,
    remove: () => {
      execFileSync('git', ['worktree', 'remove', '--force', folder]);
    },
  };
}
