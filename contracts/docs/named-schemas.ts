import { schemasAmong } from '../build/declarations.ts';
import * as contracts from '../src/index.ts';

/** A schema as plain JSON. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/**
 * The schemas that the contracts export, by name. A generated document defines each of them once and refers to it wherever an
 * identical schema occurs.
 */
const exported: ReadonlyMap<string, JsonSchema> = new Map(
  Object.entries(schemasAmong(contracts)).map(([name, schema]) => [name, plain(schema)] as const),
);

/** The schema as plain JSON, without members that the schema library (TypeBox) adds for itself. */
export function plain(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema)) as JsonSchema;
}

export function schemaNamed(name: string): JsonSchema {
  const schema = exported.get(name);
  if (schema === undefined) throw new Error(`The contracts export no schema ${name}.`);
  return schema;
}

/**
 * The name of the exported schema that equals the given one, apart from descriptions and examples; undefined if there is none.
 */
export function nameOf(schema: JsonSchema): string | undefined {
  return names.get(shapeOf(schema));
}

function shapeOf({ description: _, examples: __, ...shape }: JsonSchema): string {
  return JSON.stringify(shape);
}

/**
 * The name of each exported schema, by the schema's content. If several exported schemas have the same content, the first of
 * their names is used.
 */
const names: ReadonlyMap<string, string> = new Map(
  [...exported].map(([name, schema]) => [shapeOf(schema), name] as const).reverse(),
);
