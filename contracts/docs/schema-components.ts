import { type JsonSchema, nameOf, plain, schemaNamed } from './named-schemas.ts';

/**
 * Whether the gateway receives a message or sends it. The gateway refuses unknown members in what it receives. Messages that it
 * sends can gain members in any version, so their readers must ignore unknown members.
 */
export type Direction = 'received' | 'sent';

/** Collects the named schemas of a generated document, and replaces them with references. */
export class SchemaComponents {
  readonly #byName = new Map<string, JsonSchema>();

  /** Returns the schema with a reference in place of every named schema inside it. */
  refer(schema: object, direction: Direction): JsonSchema {
    return this.#referTo(plain(schema), direction);
  }

  /** All referenced schemas, by name. */
  toJSON(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#byName].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #referTo(schema: JsonSchema, direction: Direction): JsonSchema {
    const name = isNamed(schema) ? nameOf(schema) : undefined;
    if (name === undefined) return this.#withInner(schema, direction);
    const { description: usual, examples: _, ...shape } = schemaNamed(name);
    const written = this.#withInner(
      { ...shape, ...(usual !== undefined && { description: usual }) },
      direction,
    );
    const reference = { $ref: `#/components/schemas/${this.#place(name, written)}` };
    // If this use of a named schema has a description of its own, keep that description beside the reference.
    return schema.description === usual || schema.description === undefined
      ? reference
      : { ...reference, description: schema.description };
  }

  /**
   * Stores a schema under its own name and returns that name. If the name is taken by a schema that differs, `InAnswer` is
   * appended. This happens when a message that the gateway receives and a message that it sends share a name.
   */
  #place(name: string, written: JsonSchema): string {
    const known = this.#byName.get(name);
    const isOther = known !== undefined && JSON.stringify(known) !== JSON.stringify(written);
    const place = isOther ? `${name}InAnswer` : name;
    this.#byName.set(place, written);
    return place;
  }

  #withInner(schema: JsonSchema, direction: Direction): JsonSchema {
    const { additionalProperties, ...rest } = schema;
    const inner = Object.fromEntries(
      Object.entries(rest).map(([keyword, value]) => [keyword, this.#inKeyword(keyword, value, direction)]),
    );
    return direction === 'received' && additionalProperties !== undefined
      ? { ...inner, additionalProperties }
      : inner;
  }

  #inKeyword(keyword: string, value: unknown, direction: Direction): unknown {
    switch (keyword) {
      case 'properties':
        return Object.fromEntries(
          Object.entries(value as Record<string, JsonSchema>).map(([name, member]) => [
            name,
            this.#referTo(member, direction),
          ]),
        );
      case 'items':
        return this.#referTo(value as JsonSchema, direction);
      case 'anyOf':
        return (value as JsonSchema[]).map((choice) => this.#referTo(choice, direction));
      default:
        return value;
    }
  }
}

/**
 * Whether a generated document gives the schema a name and refers to it. Only objects and enums get names. A simple schema,
 * such as a string with a maximum length, is clearer where it is used.
 */
function isNamed(schema: JsonSchema): boolean {
  return schema.type === 'object' || schema.enum !== undefined || schema.anyOf !== undefined;
}
