import type { ErrorName, FieldError } from '@kassa/contracts';
import { type Refusal, refuse } from '../../../application/refusal.ts';

/** Carries a refusal out of a handler to the middleware that answers it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: Refusal;
  readonly headers: Readonly<Record<string, string>>;

  constructor(refusal: Refusal, headers: Readonly<Record<string, string>> = {}) {
    super(refusal.name);
    this.refusal = refusal;
    this.headers = headers;
  }
}

export function refused(name: ErrorName, detail: string, fields?: readonly FieldError[]): RefusedError {
  return new RefusedError(refuse(name, detail, fields));
}

/** Returns the outcome of a use case. A refusal is thrown instead, to be answered as an error. */
export function orThrow<Outcome extends { readonly kind: string }>(
  outcome: Outcome | Refusal,
  /** The prefix of the fields that a use case names in the body: `data.` or empty. */
  prefix = '',
): Exclude<Outcome, Refusal> {
  if (!isRefusal(outcome)) return outcome as Exclude<Outcome, Refusal>;
  const { fields, ...refusal } = outcome;
  if (fields === undefined) throw new RefusedError(refusal);
  const prefixed = fields.map(({ path, message }) => ({ path: prefix + path, message }));
  throw new RefusedError({ ...refusal, fields: prefixed });
}

function isRefusal(outcome: { readonly kind: string }): outcome is Refusal {
  return outcome.kind === 'refused';
}

/** RATE_LIMITED, with the whole seconds after which the caller may try again. */
export function rateLimited(waitSeconds: number): RefusedError {
  return new RefusedError(refuse('RATE_LIMITED', 'Too many requests. Wait as Retry-After says.'), {
    'Retry-After': String(Math.max(Math.ceil(waitSeconds), 1)),
  });
}
