import * as contracts from '../src/index.ts';

/** A schema as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The schemas that the package exports, under their names. In a document they stand once, and everything
 * that looks like one of them refers to it.
 */
const exported: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries(contracts).flatMap(([name, value]) =>
    isSchema(value) ? [[name, plain(value)] as const] : [],
  ),
);

/** Without what the schema library adds for itself. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

function isSchema(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string') || 'anyOf' in value;
}

/** The name of an exported schema that is the same; a description of its own is another schema. */
export function nameOf(schema: JsonSchema): string | undefined {
  const text = JSON.stringify(schema);
  for (const [name, candidate] of exported) if (JSON.stringify(candidate) === text) return name;
  return undefined;
}
