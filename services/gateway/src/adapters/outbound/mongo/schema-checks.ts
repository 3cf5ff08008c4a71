import { isDeepStrictEqual } from 'node:util';
import { type Model, Error as MongooseError } from 'mongoose';

/** Thrown in place of a write that the collection's schema does not allow. */
class SchemaViolation extends Error {
  override readonly name = 'SchemaViolation';

  constructor(collection: string, id: unknown, what: string) {
    super(`${String(id ?? 'an update')} does not fit the schema of ${collection}: ${what}`);
  }
}

/**
 * Checks a whole document against its collection's schema. It also fails if Mongoose would convert or add a value, because the
 * code that built the document then has a mistake.
 *
 * @throws {SchemaViolation}
 */
export async function checkDocument<Document>(
  model: Model<Document>,
  document: { _id?: unknown },
): Promise<void> {
  const { cast, errors } = await castTo(model, document);
  const [error] = Object.values(errors);
  if (error !== undefined) throw violation(model, document._id, reasonOf(error));
  const other = firstDifference(document, cast);
  if (other !== undefined) throw violation(model, document._id, `${other} is not stored as it is written`);
}

/** The operators that an update may use: set, add, remove and append. `checkUpdate` checks what each of them writes. */
export interface CheckedUpdate {
  readonly $set?: Readonly<Record<string, unknown>>;
  readonly $inc?: Readonly<Record<string, number>>;
  readonly $unset?: Readonly<Record<string, ''>>;
  readonly $push?: Readonly<Record<string, { readonly $each: readonly unknown[]; readonly $slice: number }>>;
}

/**
 * Checks an update against its collection's schema: the values that it writes, and the fields that it removes.
 *
 * @throws {SchemaViolation}
 */
export async function checkUpdate<Document>(model: Model<Document>, update: CheckedUpdate): Promise<void> {
  const { $set = {}, $inc = {}, $unset = {}, $push = {} } = update;
  for (const path of Object.keys($unset)) {
    if (model.schema.path(path)?.options.required === false) continue;
    throw violation(model, undefined, `${path} cannot be removed`);
  }
  const pushed = Object.entries($push).map(([path, { $each }]) => [path, $each] as const);
  for (const [path, value] of [...Object.entries({ ...$set, ...$inc }), ...pushed]) {
    await checkMember(model, path, value);
  }
}

async function checkMember<Document>(model: Model<Document>, path: string, value: unknown): Promise<void> {
  if (model.schema.path(path) === undefined) throw violation(model, undefined, `it has no field ${path}`);
  const names = path.split('.');
  const document = names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
  const { cast, errors } = await castTo(model, document);
  // The update sets only some members of the document. So ignore the errors about members that it does not set.
  for (const [at, error] of Object.entries(errors)) {
    const isCast = error instanceof MongooseError.CastError;
    const concerns = at === path || at.startsWith(`${path}.`) || (isCast && path.startsWith(`${at}.`));
    if (concerns) throw violation(model, undefined, reasonOf(error));
  }
  const stored = names.reduce<unknown>((inner, name) => memberOf(inner, name), cast);
  const other = firstDifference(value, stored, names);
  if (other !== undefined) throw violation(model, undefined, `${other} is not stored as it is written`);
}

/**
 * Converts a document as Mongoose would before storing it. Returns the converted document and its validation errors, keyed by
 * member path.
 */
async function castTo<Document>(
  model: Model<Document>,
  document: object,
): Promise<{ readonly cast: unknown; readonly errors: Readonly<Record<string, Error>> }> {
  let cast: unknown = {};
  try {
    const hydrated = new model(document);
    cast = hydrated.toObject();
    await hydrated.validate();
    return { cast, errors: {} };
  } catch (error) {
    if (error instanceof MongooseError.ValidationError) return { cast, errors: error.errors };
    if (error instanceof MongooseError.StrictModeError) return { cast, errors: { [error.path]: error } };
    throw error;
  }
}

/**
 * Describes a validation error without the invalid value. Mongoose's own message quotes the value, which can be a consumer's
 * name.
 */
function reasonOf(error: Error): string {
  if (!(error instanceof MongooseError.CastError)) return error.message;
  return `${error.path}: ${error.reason == null ? `must be a ${error.kind}` : reasonOf(error.reason)}`;
}

function firstDifference(one: unknown, other: unknown, path: readonly string[] = []): string | undefined {
  if (isDeepStrictEqual(one, other)) return undefined;
  if (!hasMembers(one) || !hasMembers(other)) return path.join('.');
  for (const name of Object.keys({ ...one, ...other })) {
    const inside = firstDifference(memberOf(one, name), memberOf(other, name), [...path, name]);
    if (inside !== undefined) return inside;
  }
  return path.join('.');
}

function memberOf(value: unknown, name: string): unknown {
  return hasMembers(value) ? Reflect.get(value, name) : undefined;
}

function hasMembers(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function violation<Document>(model: Model<Document>, id: unknown, what: string): SchemaViolation {
  return new SchemaViolation(model.collection.collectionName, id, what);
}
