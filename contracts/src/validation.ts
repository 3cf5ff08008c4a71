import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Static, TSchema } from 'typebox';
import { isCardNumber } from './card-number.ts';
import type { FieldError } from './envelope.ts';

export type Validation<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'invalid'; readonly fields: readonly FieldError[] };

/**
 * Maximum number of faults that an answer lists. More would help nobody, and a hostile body could make the answer very large.
 */
const MAX_REPORTED_FIELDS = 20;

/**
 * The validator of all messages. `JSON.parse` reads a number that is too large for a double as Infinity. The validator does not
 * reject Infinity (`strictNumbers` is off), and need not: amounts are read from their source text, and the schemas of all other
 * numbers have a maximum.
 */
const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  strict: true,
  strictNumbers: false,
  allowUnionTypes: true,
});
addFormats.default(ajv, ['date-time']);
/** The format of strings that the gateway stores or forwards. A string that contains a card number is refused. */
ajv.addFormat('no-card-number', (text: string) => !isCardNumber(text));

/**
 * Makes a validator of a schema. Compiling a schema takes milliseconds, so make the validator once, when a module is loaded. It
 * compiles the schema when it is first used: a process never uses most of the schemas that it loads, and starts sooner. Each
 * fault that the validator finds names a member by its path in the message, such as `products[0].price`.
 */
export function compileValidator<Schema extends TSchema>(
  schema: Schema,
): (value: unknown) => Validation<Static<Schema>> {
  let compiled: readonly CompiledForm[] | undefined;
  return (value) => {
    compiled ??= formsOf(schema).map((form) => ({ form, check: ajv.compile(form) }));
    const { check } = formMeantBy(value, compiled);
    if (check(value)) return { kind: 'valid', value: value as Static<Schema> };
    return { kind: 'invalid', fields: describeFaults(check.errors ?? []) };
  };
}

interface CompiledForm {
  readonly form: TSchema;
  readonly check: ValidateFunction;
}

/**
 * The alternative shapes that a message's schema allows, such as a list of event IDs or a time span. Each shape is compiled on
 * its own, so that a sender gets only the faults of the shape that they meant.
 */
function formsOf(schema: TSchema): readonly TSchema[] {
  const forms = 'anyOf' in schema ? (schema.anyOf as readonly TSchema[]) : [];
  return forms.length > 0 && forms.every((form) => 'properties' in form) ? forms : [schema];
}

/**
 * Finds which of a schema's alternative shapes the sender meant: the first shape that has a member in common with the value. If
 * there is no such shape, returns the first of all shapes.
 */
function formMeantBy<Form extends { readonly form: TSchema }>(value: unknown, forms: readonly Form[]): Form {
  const isMeant = ({ form }: Form) =>
    'properties' in form &&
    Object.keys(form.properties as object).some(
      (member) => typeof value === 'object' && value !== null && Object.hasOwn(value, member),
    );
  return forms.reduce((meant, form) => (!isMeant(meant) && isMeant(form) ? form : meant));
}

function describeFaults(errors: readonly ErrorObject[]): FieldError[] {
  const faults = new Map<string, string>();
  for (const error of errors) {
    const { path, message } = describeFault(error, errors);
    // Report only the first fault of each member. If a member has the wrong type, that fault comes first, and the member's
    // other faults only follow from it.
    if (!faults.has(path) && faults.size < MAX_REPORTED_FIELDS) faults.set(path, message);
  }
  return [...faults].map(([path, message]) => ({ path, message }));
}

function describeFault(error: ErrorObject, all: readonly ErrorObject[]): FieldError {
  const at = fieldPath(error.instancePath);
  switch (error.keyword) {
    case 'required':
      return { path: joinPath(at, String(error.params.missingProperty)), message: 'is required' };
    case 'additionalProperties':
      return {
        path: joinPath(at, String(error.params.additionalProperty).slice(0, 64).toWellFormed()),
        message: 'is not a member of this request',
      };
    case 'anyOf':
    case 'const':
    case 'enum':
      return { path: at, message: choiceMessage(allowedAt(error.instancePath, all)) };
    case 'format':
      return { path: at, message: formatMessages[String(error.params.format)] ?? 'is invalid' };
    case 'pattern':
      return { path: at, message: formMessage(error) };
    case 'uniqueItems':
      return { path: at, message: 'must not contain duplicates' };
    case 'type':
      return {
        path: at,
        message:
          error.params.type === 'number'
            ? 'must be a JSON number, without quotes'
            : (error.message ?? 'is invalid'),
      };
    default:
      return { path: at, message: error.message ?? 'is invalid' };
  }
}

const formatMessages: Readonly<Record<string, string>> = {
  'no-card-number': 'must not be a card number',
  'date-time': 'must be an RFC 3339 timestamp with an offset, such as 2026-11-21T09:00:00Z',
};

/**
 * Describes a string that does not match its pattern. A pattern says little to people, so the message shows an example and the
 * member's description.
 */
function formMessage(error: ErrorObject): string {
  const { description, examples } = (error.parentSchema ?? {}) as {
    description?: string;
    examples?: readonly unknown[];
  };
  const example = examples?.[0] === undefined ? '' : `; example: ${examples[0]}`;
  const meaning = description === undefined ? '' : `. ${description.replace(/\.$/, '')}`;
  return `is invalid${example}${meaning}`;
}

/** Maximum number of allowed values that a message lists. Nobody reads a longer list, and it would fill the answer. */
const MOST_LISTED_VALUES = 24;

function choiceMessage(allowed: readonly unknown[]): string {
  if (allowed.length === 0 || allowed.length > MOST_LISTED_VALUES) return 'is not one of the allowed values';
  const listed = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return listed.length === 1 ? `must be ${listed[0]}` : `must be one of ${listed.join(', ')}`;
}

/**
 * Collects the allowed values of a member from the validator's faults. If a member has several allowed values, the validation
 * library reports a separate fault for each of them.
 */
function allowedAt(instancePath: string, all: readonly ErrorObject[]): readonly unknown[] {
  const values = all
    .filter((error) => error.instancePath === instancePath)
    .flatMap(({ keyword, params }) => {
      if (keyword === 'enum') return params.allowedValues as readonly unknown[];
      return keyword === 'const' ? [params.allowedValue as unknown] : [];
    });
  return [...new Set(values)];
}

function joinPath(parent: string, member: string): string {
  return parent === '' ? member : `${parent}.${member}`;
}

/** Turns a JSON Pointer (`/products/0/price`) into the notation of our interface (`products[0].price`). */
function fieldPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^[0-9]+$/.test(part) ? `${path}[${part}]` : joinPath(path, part)), '');
}
