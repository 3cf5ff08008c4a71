import type { Money } from '@kassa/contracts';
import { Schema, type SchemaDefinitionProperty } from 'mongoose';
import type { ParkedWork } from '../../../domain/parked-work.ts';
import { type StoredCollection, type StoredDocument, schemaNumbers } from './schema-numbers.ts';

/**
 * The building blocks of the collections' schemas. Each field has the type that it describes. A schema therefore
 * does not compile if it lacks a member of its document, has an extra one, or leaves out a value of an enum.
 */
export interface Field<Value> {
  readonly definition: SchemaDefinitionProperty;
  /** Never set; it exists only for the type checker. */
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

/** Allows only the declared fields, at every depth. */
const closed = { strict: 'throw', minimize: false } as const;
const closedPart = { ...closed, _id: false } as const;

// An empty string is valid, because a receiver may answer with nothing.
Schema.Types.String.checkRequired((value) => typeof value === 'string');

export const text: Field<string> = { definition: { type: String, required: true } };
export const yesOrNo: Field<boolean> = { definition: { type: Boolean, required: true } };
export const moment: Field<Date> = { definition: { type: Date, required: true } };
/** An amount as another system reported it, which may be invalid. */
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

/** Stored as it is, because others define its members: for example, a channel's own configuration. */
export function anything<Value>(): Field<Value> {
  return { definition: { type: Schema.Types.Mixed, required: true } };
}

export function part<Value extends object>(fields: Fields<Value>): Field<Value> {
  return { definition: { type: new Schema(definitionOf(fields), closedPart), required: true } };
}

export function listOf<Value>(element: Field<Value>): Field<readonly Value[]> {
  return { definition: { type: [element.definition], required: true, default: undefined } };
}

/** A part whose members depend on its `kind`. */
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

/** A field that is always present, and null if it has no value. */
export function orNull<Value>({ definition }: Field<Value>): Field<Value | null> {
  return { definition: { ...(definition as object), required: false, default: null } };
}

/** A field that is absent if it has no value, and never null. */
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

/** The schema of a collection, which declares its indexes too. */
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
