import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A schema of Kubernetes' OpenAPI document. */
interface Definition {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly format?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly GroupVersionKind[];
}

interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

type Definitions = Readonly<Record<string, Definition>>;

const REFERENCE = '#/definitions/';

/**
 * Writes a JSON schema for each kind of object, from Kubernetes' own OpenAPI document. Each is a file that kubeconform finds by
 * the object's kind and version. The schemas are strict: they refuse members that Kubernetes does not know.
 */
export function writeKubernetesSchemas(sources: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const document = join(sources, 'api/openapi-spec/swagger.json');
  const { definitions } = JSON.parse(readFileSync(document, 'utf8')) as { definitions: Definitions };
  for (const [name, definition] of Object.entries(definitions)) {
    for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
      const firstPart = group.split('.')[0] ?? '';
      const suffix = [firstPart, version].filter((part) => part !== '').join('-');
      const schema = { $ref: `${REFERENCE}${name}`, definitions: neededBy(name, definitions) };
      writeFileSync(join(folder, `${kind.toLowerCase()}-${suffix}.json`), JSON.stringify(schema));
    }
  }
}

/** A definition and all those that it refers to, directly or through others. */
function neededBy(name: string, definitions: Definitions): Record<string, unknown> {
  const needed: Record<string, unknown> = {};
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const definition = definitions[next];
    if (definition === undefined || needed[next] !== undefined) continue;
    needed[next] = strict(definition);
    const references = JSON.stringify(definition).matchAll(/"#\/definitions\/([^"]+)"/g);
    for (const [, reference = ''] of references) queue.push(reference);
  }
  return needed;
}

function strict(definition: Definition): unknown {
  if (definition.format === 'int-or-string') return { type: ['integer', 'string'] };
  return definition.properties === undefined ? definition : { ...definition, additionalProperties: false };
}
