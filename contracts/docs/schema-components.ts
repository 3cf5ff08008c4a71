import { type JsonSchema, nameOf, plain, schemaNamed } from './named-schemas.ts';

/**
 * Whether a message is sent to the gateway or by it. The gateway refuses unknown members. Its own messages can gain
 * members in any version, so readers must ignore members they do not know.
 */
export type Direction = 'received' | 'sent';

/** Collects the named schemas of a document, and writes references to them. */
export class SchemaComponents {
  readonly #byName = new Map<string, JsonSchema>();

  /** The schema with every named schema replaced by a reference. */
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
    // A description beside the reference can say what the schema means in this place.
    return schema.description === usual || schema.description === undefined
      ? reference
      : { ...reference, description: schema.description };
  }

  /** Uses the schema's name, or another one if a message of that name is sent in the other direction. */
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

/** Only objects and enums get a name; a string with a bound is clearer inline. */
function isNamed(schema: JsonSchema): boolean {
  return schema.type === 'object' || schema.enum !== undefined || schema.anyOf !== undefined;
}
