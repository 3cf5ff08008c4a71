import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Check } from './check.ts';

/**
 * The native compiler takes a fraction of the time that the compiler in the package `typescript` takes. That package stays one
 * version behind the native compiler, because other tools need its programming interface, which the native compiler does not
 * have.
 */
const typeChecker = 'node_modules/typescript-7/bin/tsc';

/** Keeps the results of type checks. The next check then examines only what has changed. */
const cache = resolve('node_modules/.cache/kassa-types');

interface TypeScriptProject {
  readonly folder: string;
  readonly compilerOptions: object;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * The type checks of all packages. Packages with the same compiler options are checked together, because one package imports the
 * sources of others, which would otherwise be checked again for each package. The package with Svelte components uses
 * svelte-check, which understands them.
 */
export function typeChecks(): readonly Check[] {
  const projects = globSync('{*,services/*,services/*/browser,infra/*}/tsconfig.json')
    .sort()
    .map(readProject);
  const ofNode = projects.filter(({ folder }) => folder !== 'cashier-web');
  const byOptions = Object.groupBy(ofNode, ({ compilerOptions }) => JSON.stringify(compilerOptions));
  const together = Object.values(byOptions).map((group = []) => checkTogether(group));
  const svelteCheck = ['--workspace', 'cashier-web', '--incremental'];
  return [...together, { name: 'types of cashier-web', command: 'svelte-check', arguments: svelteCheck }];
}

function readProject(file: string): TypeScriptProject {
  const withoutComments = readFileSync(file, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');
  const { compilerOptions = {}, include, exclude = [] } = JSON.parse(withoutComments) as TypeScriptProject;
  return { folder: dirname(file), compilerOptions, include, exclude };
}

function checkTogether(group: readonly TypeScriptProject[]): Check {
  const folders = group.map(({ folder }) => folder);
  const name = folders[0]?.replaceAll('/', '-');
  const pathsOf = (list: 'include' | 'exclude') =>
    group.flatMap((project) => project[list].map((path) => resolve(project.folder, path)));
  const config = group.length === 1 ? `${folders[0]}/tsconfig.json` : join(cache, `${name}.json`);
  if (group.length > 1) {
    mkdirSync(cache, { recursive: true });
    const [{ compilerOptions } = { compilerOptions: {} }] = group;
    writeFileSync(
      config,
      JSON.stringify({
        extends: resolve('tsconfig.base.json'),
        compilerOptions,
        include: pathsOf('include'),
        exclude: pathsOf('exclude'),
      }),
    );
  }
  const remembering = ['--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)];
  return {
    name: `types of ${folders.join(', ')}`,
    command: 'node',
    // Other checks or the tests run at the same time, so more threads would not save time.
    arguments: [typeChecker, '--singleThreaded', '--project', config, ...remembering],
  };
}
