import type { TSchema } from 'typebox';
import * as contracts from '../../src/index.ts';

/** The members of JSON Schema that these tests use. */
export interface SchemaNode {
  readonly type?: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

function isSchema(value: unknown): value is TSchema & SchemaNode {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string') || 'anyOf' in value;
}

/** Every schema that the package exports, by name. */
export const exportedSchemas: readonly { readonly name: string; readonly schema: TSchema & SchemaNode }[] =
  Object.entries(contracts).flatMap(([name, schema]) => (isSchema(schema) ? [{ name, schema }] : []));

export interface LocatedNode {
  /** Where the schema is used, for example `CreatePaymentRequest.products[].price`. */
  readonly place: string;
  readonly node: SchemaNode;
}

function nodesOf(place: string, node: SchemaNode): LocatedNode[] {
  return [
    { place, node },
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => nodesOf(`${place}.${name}`, child)),
    ...(node.items === undefined ? [] : nodesOf(`${place}[]`, node.items)),
    ...(node.anyOf ?? []).flatMap((child, index) => nodesOf(`${place}|${index}`, child)),
  ];
}

/** Every exported schema, and every schema inside one. */
export const allNodes: readonly LocatedNode[] = exportedSchemas.flatMap(({ name, schema }) =>
  nodesOf(name, schema),
);
