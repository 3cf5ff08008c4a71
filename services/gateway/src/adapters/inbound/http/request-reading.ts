import {
  type AmountRefusal,
  currencyExponent,
  type FieldError,
  type Money,
  readAmount,
  type SignedBody,
  type Validation,
} from '@kassa/contracts';
import type { Context } from 'koa';
import { type RefusedError, refused } from './refused-error.ts';

const GIVEN_TWICE = 'is given twice; give it once';
/** The largest number of invalid fields that one error lists. A longer list would not help the caller. */
const MAX_NAMED = 20;

/** Returns the value if it fits its schema. Otherwise throws INVALID_REQUEST, which names the invalid fields. */
export function orInvalid<Value>(validation: Validation<Value>, prefix = ''): Value {
  if (validation.kind === 'valid') return validation.value;
  const fields = validation.fields.map(({ path, message }) => ({ path: prefix + path, message }));
  throw refused('INVALID_REQUEST', describe(fields), fields);
}

/** Returns the parameters of the query, and refuses a parameter that is given more than once. */
export function queryOf({ query }: Pick<Context, 'query'>): Readonly<Record<string, string>> {
  const fields = Object.entries(query).flatMap(([path, value]) =>
    Array.isArray(value) ? [{ path: path.slice(0, 64).toWellFormed(), message: GIVEN_TWICE }] : [],
  );
  if (fields.length > 0) throw refused('INVALID_REQUEST', describe(fields), fields.slice(0, MAX_NAMED));
  return { ...query } as Readonly<Record<string, string>>;
}

function describe(fields: readonly FieldError[]): string {
  const [first] = fields;
  if (first === undefined) return 'The request is malformed.';
  const more = fields.length > 1 ? ` (and ${fields.length - 1} more)` : '';
  return `${first.path === '' ? 'The body' : first.path} ${first.message}${more}.`;
}

/** The fields of a signed request, whether the body contains them directly or wraps them in `data`. */
export interface BusinessBody {
  readonly value: unknown;
  /** The prefix for the names of fields in errors: `data.` if the body wraps its fields in `data`, otherwise empty. */
  readonly prefix: string;
  readonly signed: SignedBody;
}

/**
 * Reads the fields of a signed request. The body may contain them directly or inside a member `data`, with the same meaning
 * (section 2.1 of the interface specification that Kassa implements).
 */
export function readBusinessBody(signed: SignedBody | undefined): BusinessBody {
  if (signed === undefined) {
    throw refused('INVALID_REQUEST', 'The request has no body.', [{ path: '', message: 'is required' }]);
  }
  const members = Object.keys(signed.value);
  const data = signed.value.data;
  const isWrapped = members.length === 1 && typeof data === 'object' && data !== null && !Array.isArray(data);
  return { value: isWrapped ? data : signed.value, prefix: isWrapped ? 'data.' : '', signed };
}

const amountFaults: Readonly<Record<AmountRefusal, string>> = {
  unsupported_currency: 'is not in a currency that can be charged',
  not_a_number: 'must be a JSON number',
  not_positive: 'must be greater than zero',
  too_many_decimals: 'has more decimals than its currency',
  too_many_digits: 'has more than 15 digits',
};

/** Refuses a request whose currency does not exist. */
export function requireCurrency(body: BusinessBody, currency: string): void {
  if (currencyExponent(currency) === undefined) throw unsupportedCurrency(body, currency);
}

function unsupportedCurrency(body: BusinessBody, currency: string): RefusedError {
  return refused('UNSUPPORTED_CURRENCY', `${currency} is not a currency that can be charged.`, [
    { path: `${body.prefix}currency_code`, message: 'is not a chargeable ISO 4217 currency' },
  ]);
}

/** Reads an amount from the signed bytes of the body, so that no digit is lost in a floating-point number. */
export function readAmountAt(
  body: BusinessBody,
  path: string,
  currency: string,
  lowest: 'positive' | 'zero' = 'positive',
): Money {
  const fullPath = body.prefix + path;
  const reading = readAmount(body.signed.numberText(fullPath) ?? '', currency, lowest);
  if (reading.kind === 'read') return reading.money;
  if (reading.reason === 'unsupported_currency') throw unsupportedCurrency(body, currency);
  const message = amountFaults[reading.reason];
  throw refused('INVALID_AMOUNT', `${fullPath} ${message}.`, [{ path: fullPath, message }]);
}

const DEFAULT_PAGE_SIZE = 50;

/** Returns the requested page size of a list, or the default. The schema has already ensured that `limit` is a number. */
export function pageSizeOf(limit: string | undefined): number {
  return limit === undefined ? DEFAULT_PAGE_SIZE : Number(limit);
}
