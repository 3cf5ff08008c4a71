/** A package as `package-lock.json` records it. */
export interface LockedPackage {
  readonly license?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages of `package-lock.json` by their folder, such as `services/gateway` or `node_modules/koa`. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** The workspaces whose code operators, merchants or consumers run. The others are for development only. */
export const shippedWorkspaces = [
  'contracts',
  'services/gateway',
  'services/sandbox-processor',
  'sdk-node',
  'sdk-browser',
  'cashier-web',
] as const;

/**
 * Returns the folders of all packages that the workspaces need at run time, besides the repository's own.
 *
 * @param workspaces each with the names of the packages that its source code imports. A build can put these into the shipped
 * files although they are dependencies for development only.
 */
export function shippedPackages(
  packages: LockedPackages,
  workspaces: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const found = new Set(workspaces.keys());
  // The set grows while the loop goes through it, so the loop also visits the packages that it adds.
  for (const folder of found) {
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    const imported = workspaces.get(folder) ?? [];
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...imported]) {
      const needed = folderOf(packages, name, folder);
      if (needed !== undefined) found.add(needed);
    }
  }
  return [...found].filter((folder) => folder.includes('node_modules/')).sort();
}

/** Returns the names of the packages that source code imports. */
export function importedPackages(code: string): readonly string[] {
  return [...code.matchAll(/\b(?:from|import) '((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^']*)?'/g)].map(
    ([, name = '']) => name,
  );
}

/**
 * Finds a package as Node.js does: in the `node_modules` of the folder that needs it, or else of the nearest folder above.
 * Returns the folder of a workspace instead of the link to it. Optional packages can be missing.
 */
function folderOf(packages: LockedPackages, name: string, neededBy: string): string | undefined {
  for (let above: string | undefined = neededBy; above !== undefined; above = folderAbove(above)) {
    const folder = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`;
    const found = packages[folder];
    if (found !== undefined) return found.link === true ? found.resolved : folder;
  }
  return undefined;
}

function folderAbove(folder: string): string | undefined {
  if (folder === '') return undefined;
  const parts = folder.split('/');
  return parts.slice(0, -1).join('/');
}
