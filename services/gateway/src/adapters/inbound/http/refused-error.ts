import type { ErrorName, FieldError } from '@kassa/contracts';
import type { Context } from 'koa';
import { type Refusal, refuse } from '../../../application/refusal.ts';
import type { BucketLevel } from './token-buckets.ts';

/**
 * The error that a handler throws to refuse a request. It carries the refusal with which the error middleware answers.
 */
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

/**
 * Returns the outcome of a use case. If the outcome is a refusal, throws it as a `RefusedError`, which the error middleware
 * turns into the answer.
 */
export function orThrow<Outcome extends { readonly kind: string }>(
  outcome: Outcome | Refusal,
  /**
   * The prefix that the names of invalid fields get in the error: `data.` if the request wrapped its fields in `data`,
   * otherwise empty.
   */
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

/** Returns the headers that tell the caller how many calls its rate limit still allows. */
export function rateHeaders({
  limit,
  remaining,
  fullInSeconds,
}: BucketLevel): Readonly<Record<string, string>> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(fullInSeconds),
  };
}

/** Removes the headers that `rateHeaders` returns from an answer. */
export function removeRateHeaders(ctx: Context): void {
  for (const name of ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']) ctx.remove(name);
}

/** Refuses a request with RATE_LIMITED. `Retry-After` says in whole seconds when the caller may try again. */
export function rateLimited(waitSeconds: number): RefusedError {
  return new RefusedError(refuse('RATE_LIMITED', 'Too many requests. Wait as Retry-After says.'), {
    'Retry-After': String(Math.max(Math.ceil(waitSeconds), 1)),
  });
}
