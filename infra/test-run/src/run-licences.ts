import { existsSync, globSync, readFileSync } from 'node:fs';
import { faultOf } from './licences/judge-licence.ts';
import {
  importedPackages,
  type LockedPackages,
  shippedPackages,
  shippedWorkspaces,
} from './licences/shipped-packages.ts';

/** Checks that every package that is shipped has a licence that allows shipping it. */

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Returns the licence that an installed package names. Very old packages name it in another form, which this function also
 * reads.
 */
function licenceIn(folder: string): string | undefined {
  const file = `${folder}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license } = readJson<{ license?: string | { type?: string } }>(file);
  return typeof license === 'string' ? license : license?.type;
}

function importsOf(workspace: string): readonly string[] {
  const files = globSync(`${workspace}/{src,browser}/**/*.{ts,svelte}`);
  return files.flatMap((file) => importedPackages(readFileSync(file, 'utf8')));
}

const { packages } = readJson<{ packages: LockedPackages }>('package-lock.json');
const workspaces = new Map(shippedWorkspaces.map((folder) => [folder, importsOf(folder)]));
const shipped = shippedPackages(packages, workspaces);
const faults = shipped.flatMap((folder) => {
  const fault = faultOf({ folder, inLock: packages[folder]?.license, inPackage: licenceIn(folder) });
  return fault ?? [];
});
if (shipped.length === 0) faults.push('package-lock.json names no shipped packages');
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    'Use another package. Or, if its licence allows shipping it, add the licence to infra/test-run/src/licences/judge-licence.ts.',
  );
  process.exitCode = 1;
}
