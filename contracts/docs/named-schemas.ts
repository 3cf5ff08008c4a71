import * as contracts from '../src/index.ts';

/** A schema as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The schemas that the package exports, by name. A document defines each of them once; every identical schema refers to
 * it.
 */
const exported: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries(contracts).flatMap(([name, value]) =>
    isSchema(value) ? [[name, plain(value)] as const] : [],
  ),
);

/** The schema without the schema library's internal members. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

function isSchema(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string') || 'anyOf' in value;
}

export function schemaNamed(name: string): JsonSchema {
  const schema = exported.get(name);
  if (schema === undefined) throw new Error(`The contracts export no schema ${name}.`);
  return schema;
}

/** The name of an exported schema that is identical apart from its description. */
export function nameOf(schema: JsonSchema): string | undefined {
  return names.get(shapeOf(schema));
}

function shapeOf({ description: _, examples: __, ...shape }: JsonSchema): string {
  return JSON.stringify(shape);
}

/** If two schemas have the same shape, the first gives the name. */
const names: ReadonlyMap<string, string> = new Map(
  [...exported].map(([name, schema]) => [shapeOf(schema), name] as const).reverse(),
);
