import { type JsonSchema, nameOf, plain, schemaNamed } from './named-schemas.ts';

/**
 * Whether a message is sent to the gateway or by it. An unknown member of what is sent to it is refused; what it
 * sends can gain members in any version, so whoever reads must pass over those it does not know.
 */
export type Direction = 'received' | 'sent';

/** Collects the named schemas of a document, and writes references to them. */
export class SchemaComponents {
  readonly #byName = new Map<string, JsonSchema>();

  /** The schema with references in place of those that have a name. */
  refer(schema: object, direction: Direction): JsonSchema {
    return this.#referTo(plain(schema), direction);
  }

  /** Everything that was referred to, by name. */
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
    // What a schema means in one place can be told beside the reference.
    return schema.description === usual || schema.description === undefined
      ? reference
      : { ...reference, description: schema.description };
  }

  /** Under its name, or under another where a message of that name goes the other way. */
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

/** Objects and lists of values are worth a name; a text with a bound is read where it stands. */
function isNamed(schema: JsonSchema): boolean {
  return schema.type === 'object' || schema.enum !== undefined || schema.anyOf !== undefined;
}
