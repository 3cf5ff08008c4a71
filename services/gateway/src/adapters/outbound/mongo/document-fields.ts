import type { Money } from '@kassa/contracts';
import { Schema, type SchemaDefinitionProperty } from 'mongoose';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import { type StoredCollection, type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/**
 * A field of a collection's schema, with the TypeScript type of its values. With these types, the compiler rejects a schema
 * that lacks a member of its document, has an extra one, or leaves out a value of an enum.
 */
export interface Field<Value> {
  readonly definition: SchemaDefinitionProperty;
  /**
   * This member exists only for the type checker, which reads the type of the field's values from it. It is never set at run
   * time.
   */
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

// Accept an empty string in a required field. For example, a webhook receiver may answer with an empty body.
Schema.Types.String.checkRequired((value) => typeof value === 'string');

export const text: Field<string> = { definition: { type: String, required: true } };
export const yesOrNo: Field<boolean> = { definition: { type: Boolean, required: true } };
/** A member that is either `true` or absent. */
export const always: Field<true> = {
  definition: {
    type: Boolean,
    required: true,
    validate: [(value: unknown) => value === true, '{PATH} must be true or absent'],
  },
};
export const moment: Field<Date> = { definition: { type: Date, required: true } };
/**
 * A number that another system reported, such as an amount. Only its type is checked, because even a wrong number must be
 * stored as reported.
 */
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

/**
 * A field whose value is stored unchecked, because this code does not know its members. An example is a channel's own
 * configuration.
 */
export function anything<Value>(): Field<Value> {
  return { definition: { type: Schema.Types.Mixed, required: true } };
}

export function part<Value extends object>(fields: Fields<Value>): Field<Value> {
  return { definition: { type: new Schema(definitionOf(fields), closedPart), required: true } };
}

export function listOf<Value>(element: Field<Value>): Field<readonly Value[]> {
  return { definition: { type: [element.definition], required: true, default: undefined } };
}

/** A nested object that is of one of several kinds. Its member `kind` says which other members it has. */
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

/** A field that every document has. If there is no value, the field is null. */
export function orNull<Value>({ definition }: Field<Value>): Field<Value | null> {
  return { definition: { ...(definition as object), required: false, default: null } };
}

/** A field that a document has only if there is a value. The field is never null. */
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
  isStillTried: absentOr(always),
});

/** Creates a collection's schema from its fields. The caller then adds the collection's indexes to it. */
export function collectionSchema<Document extends StoredDocument>(
  collection: StoredCollection,
  fields: Fields<Omit<Document, keyof StoredDocument>>,
  schemaNumber: number = schemaNumbers[collection],
): Schema<Document> {
  const definition = {
    _id: text.definition,
    schema: oneOf(schemaNumber).definition,
    ...definitionOf(fields),
  };
  return new Schema<Document>(definition, {
    ...closed,
    collection,
    versionKey: false,
    suppressReservedKeysWarning: true,
  });
}

function definitionOf(fields: object): Record<string, SchemaDefinitionProperty> {
  const entries: readonly [string, Field<never>][] = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, { definition }]) => [name, definition]));
}
