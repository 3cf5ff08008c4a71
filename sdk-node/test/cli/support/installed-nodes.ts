import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface InstalledNode {
  readonly node: string;
  /** As it says itself: `v20.20.2`. */
  readonly version: string;
}

/** Returns this Node and the others on the PATH, one of each version. */
export function installedNodes(): InstalledNode[] {
  const found = (process.env.PATH ?? '').split(delimiter).flatMap((place) => {
    const node = join(place, 'node');
    try {
      return [{ node, version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim() }];
    } catch {
      return [];
    }
  });
  const all = [{ node: process.execPath, version: process.version }, ...found];
  return all.filter(({ version }, index) => all.findIndex((other) => other.version === version) === index);
}

/** Returns an installed Node that is too old to run the TypeScript sources; undefined if there is none. */
export function olderNode(): InstalledNode | undefined {
  return installedNodes().find(({ version }) => Number(/^v(\d+)/.exec(version)?.[1]) < 22);
}
