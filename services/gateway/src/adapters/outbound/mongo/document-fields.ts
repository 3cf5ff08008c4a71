import type { Money } from '@kassa/contracts';
import { Schema, type SchemaDefinitionProperty } from 'mongoose';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import { type StoredCollection, type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/**
 * A field, the building block of the collections' schemas. Each field carries the TypeScript type that it describes. So
 * a schema does not compile if it lacks a member of its document, has an extra one, or leaves out a value of an enum.
 */
export interface Field<Value> {
  readonly definition: SchemaDefinitionProperty;
  /** Carries the described type for the type checker. It is never set at run time. */
  readonly describes?: (value: Value) => Value;
}

/** A member that a document may lack. */
interface OptionalField<Value> extends Field<Value> {
  readonly isOptional: true;
}

/** A field for each member. */
export type Fields<Document> = {
  readonly [Name in keyof Document]-?: object extends Pick<Document, Name>
    ? OptionalField<Exclude<Document[Name], undefined>>
    : Field<Document[Name]>;
};

/** Schema options that forbid undeclared fields, in the document and in its nested parts. */
const closed = { strict: 'throw', minimize: false } as const;
const closedPart = { ...closed, _id: false } as const;

// An empty string is a valid value even for a required field. For example, a webhook receiver may answer with an empty
// body.
Schema.Types.String.checkRequired((value) => typeof value === 'string');

export const text: Field<string> = { definition: { type: String, required: true } };
export const yesOrNo: Field<boolean> = { definition: { type: Boolean, required: true } };
export const moment: Field<Date> = { definition: { type: Date, required: true } };
/** A number that another system reported, such as an amount. It may be invalid, so only its type is checked. */
export const anyNumber: Field<number> = { definition: { type: Number, required: true } };
export const whole: Field<number> = {
  definition: {
    type: Number,
    required: true,
    validate: [
      (value: unknown) => value === null || Number.isSafeInteger(value),
      '{PATH} must be an integer',
    ],
  },
};

export function oneOf<const Value extends string | number>(...values: readonly Value[]): Field<Value> {
  const type = typeof values[0] === 'number' ? Number : String;
  return { definition: { type, required: true, enum: [...values] } };
}

/** A value that is stored as it is, because others define its members. An example is a channel's own configuration. */
export function anything<Value>(): Field<Value> {
  return { definition: { type: Schema.Types.Mixed, required: true } };
}

export function part<Value extends object>(fields: Fields<Value>): Field<Value> {
  return { definition: { type: new Schema(definitionOf(fields), closedPart), required: true } };
}

export function listOf<Value>(element: Field<Value>): Field<readonly Value[]> {
  return { definition: { type: [element.definition], required: true, default: undefined } };
}

/** A nested object whose other members depend on its member `kind`. */
export function kinds<Value extends { readonly kind: string }>(
  fields: {
    readonly [Kind in Value['kind']]: Fields<Omit<Extract<Value, { readonly kind: Kind }>, 'kind'>>;
  },
): Field<Value> {
  const names = Object.keys(fields);
  const base = new Schema(
    { kind: { type: String, required: true, enum: names } },
    { ...closedPart, discriminatorKey: 'kind' },
  );
  for (const [kind, members] of Object.entries(fields)) {
    base.discriminator(kind, new Schema(definitionOf(members as object), closedPart));
  }
  return { definition: { type: base, required: true } };
}

/** A field that is always present. Its value is null if there is none. */
export function orNull<Value>({ definition }: Field<Value>): Field<Value | null> {
  return { definition: { ...(definition as object), required: false, default: null } };
}

/** A field that is absent if it has no value. It is never null. */
export function absentOr<Value>({ definition }: Field<Value>): OptionalField<Value> {
  const nullable = definition as { readonly validate?: readonly [Check, string] };
  const [check = () => true, message = '{PATH} must be absent, not null'] = nullable.validate ?? [];
  const validate = [(value: unknown) => value !== null && check(value), message];
  return {
    definition: { ...nullable, required: false, validate } as SchemaDefinitionProperty,
    isOptional: true,
  };
}

type Check = (value: unknown) => boolean;

export const money: Field<Money> = part<Money>({ amountMinor: whole, currency: text });

export const parkedWork: Field<ParkedWork> = part<ParkedWork>({
  since: moment,
  failures: whole,
  reason: text,
});

/** Creates the schema of a collection. The collection's indexes are declared on it too. */
export function collectionSchema<Document extends StoredDocument>(
  collection: StoredCollection,
  fields: Fields<Omit<Document, keyof StoredDocument>>,
): Schema<Document> {
  const definition = {
    _id: text.definition,
    schema: oneOf(schemaNumbers[collection]).definition,
    ...definitionOf(fields),
  };
  return new Schema(definition, {
    ...closed,
    collection,
    versionKey: false,
    suppressReservedKeysWarning: true,
  }) as unknown as Schema<Document>;
}

function definitionOf(fields: object): Record<string, SchemaDefinitionProperty> {
  const entries: readonly [string, Field<never>][] = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, { definition }]) => [name, definition]));
}
