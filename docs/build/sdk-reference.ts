import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, type ProjectReflection, ReflectionKind } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';

interface Sdk {
  readonly name: string;
  readonly title: string;
}

const repository = join(import.meta.dirname, '../..');

/**
 * Writes an SDK’s reference from its published declarations, which merchants’ editors show, too.
 *
 * @throws {Error} naming every export without a docstring
 */
export async function writeSdkReference({ name, title }: Sdk, outFolder: string): Promise<void> {
  const folder = join(repository, name);
  const options: Partial<PluginOptions> = {
    outputFileStrategy: 'modules',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    parametersFormat: 'table',
    propertiesFormat: 'table',
    expandObjects: false,
    hideGroupHeadings: false,
    entryFileName: 'index.md',
    hidePageTitle: false,
    // Give each entry an explicit HTML anchor. Otherwise the site would derive anchors from headings, and links to equal
    // headings could lead to the wrong entry.
    useHTMLAnchors: true,
  };
  const app = await Application.bootstrapWithPlugins({
    ...options,
    plugin: ['typedoc-plugin-markdown'],
    name: title,
    entryPoints: declarationsOf(folder),
    tsconfig: join(import.meta.dirname, 'sdk-reference.tsconfig.json'),
    outputs: [{ name: 'markdown', path: outFolder }],
    readme: 'none',
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true,
    validation: { notDocumented: true, notExported: false, invalidLink: true, invalidPath: false },
    requiredToBeDocumented: ['Class', 'Interface', 'Function', 'TypeAlias', 'Variable', 'Method', 'Accessor'],
    treatValidationWarningsAsErrors: true,
    logLevel: 'Warn',
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
  const project = await app.convert();
  if (project === undefined) throw new Error(`The declarations of ${name} cannot be read.`);
  nameModules(project, name);
  app.validate(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) {
    throw new Error(`${title}: everything that it exports needs a docstring (see above).`);
  }
  await app.generateOutputs(project);
}

/** In the reference, each module has the name with which it is imported: `@kassa/sdk-node`, `@kassa/sdk-node/koa`. */
function nameModules(project: ProjectReflection, sdk: string): void {
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    module.name = module.name === 'index' ? `@kassa/${sdk}` : `@kassa/${sdk}/${module.name}`;
  }
}

/** The declarations of every entry point that the package publishes. */
function declarationsOf(folder: string): string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Readonly<Record<string, unknown>>;
  };
  return Object.values(exports)
    .flatMap((entry) => typesIn(entry).slice(0, 1))
    .map((file) => join(folder, file));
}

function typesIn(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null) return [];
  return Object.entries(entry).flatMap(([condition, value]) =>
    condition === 'types' && typeof value === 'string' ? [value] : typesIn(value),
  );
}
