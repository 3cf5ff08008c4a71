import { execFileSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

export interface InstalledNode {
  readonly node: string;
  /** As it says itself: `v20.20.2`. */
  readonly version: string;
}

/** This Node, and the others in the PATH, one of each version. */
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

/** One that cannot run the sources itself; undefined when there is none. */
export function olderNode(): InstalledNode | undefined {
  return installedNodes().find(({ version }) => Number(/^v(\d+)/.exec(version)?.[1]) < 22);
}
