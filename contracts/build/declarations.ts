/** The JSON Schema keywords that the contracts use, as a TypeScript type. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[] | undefined;
  readonly patternProperties?: object;
  readonly items?: Schema;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** A list of allowed values; it becomes a union type. */
export interface NameList {
  readonly description: string;
  readonly values: readonly string[];
}

/** Returns the schemas that the contracts package exports, by the name of the export. Other exports are left out. */
export function schemasAmong(exports: object): Readonly<Record<string, Schema>> {
  return Object.fromEntries(Object.entries(exports).filter(([, value]) => isSchema(value)));
}

function isSchema(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return '~kind' in value || ('type' in value && typeof value.type === 'string') || 'anyOf' in value;
}

/**
 * Writes the contract types as plain TypeScript declarations, which an SDK publishes. Users of the SDK then need neither the
 * private contracts package nor TypeBox. Their editor shows each member's description and an example.
 */
export function writeDeclarations(
  schemas: Readonly<Record<string, Schema>>,
  names: Readonly<Record<string, NameList>>,
): string {
  return [
    ...Object.entries(schemas).map(
      ([name, schema]) => `${comment(schema)}export type ${name} = ${typeOf(schema)};`,
    ),
    ...Object.entries(names).map(
      ([name, { description, values }]) =>
        `${comment({ description })}export type ${name} = ${values.map(literal).join(' | ')};`,
    ),
  ].join('\n');
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (isUnconstrained(schema)) return 'unknown';
  switch (schema.type) {
    case 'object':
      return schema.patternProperties === undefined ? objectType(schema) : 'Record<string, unknown>';
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`;
    case 'number':
    case 'integer':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    // Fail the build if a JSON Schema has no matching TypeScript type. The compiler cannot find such a schema, because the type
    // of `schema.type` is a plain string.
    default:
      throw new Error(
        `The contract uses a schema that has no matching TypeScript type: ${JSON.stringify(schema)}`,
      );
  }
}

/** Whether a schema describes a value but accepts values of every type. */
function isUnconstrained(schema: Schema): boolean {
  return Object.keys(schema).every((keyword) => keyword === 'description' || keyword === 'examples');
}

function objectType({ properties = {}, required = [] }: Schema): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${comment(member)}${name}${mark}: ${typeOf(member)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function comment({ description, examples = [] }: Schema): string {
  const example = examples[0] === undefined ? '' : `For example \`${literal(examples[0])}\`.`;
  const text = [description ?? '', example].filter((part) => part !== '').join(' ');
  return text === '' ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}
