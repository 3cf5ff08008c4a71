import type { FieldError } from '@kassa/contracts';

/** Why one attempt of a call failed, as plain data. The error that the caller gets is built from it. */
export type AttemptFailure =
  | RefusedByGateway
  | ForeignAnswer
  | { readonly kind: 'no_connection'; readonly mayHaveArrived: boolean; readonly cause: unknown }
  | { readonly kind: 'timed_out'; readonly mayHaveArrived: boolean; readonly timeoutMs: number }
  | { readonly kind: 'aborted'; readonly mayHaveArrived: boolean; readonly reason: unknown }
  | { readonly kind: 'not_signed'; readonly cause: unknown };

/** The gateway refused the request, in its usual JSON envelope. */
export interface RefusedByGateway {
  readonly kind: 'refused';
  readonly httpStatus: number;
  /** The error's name. A name that is missing in this version's error table comes from a newer gateway. */
  readonly name: string;
  readonly number: number;
  readonly detail: string;
  readonly fields: readonly FieldError[];
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  /** The six signed lines as the server built them. Only a sandbox sends them. */
  readonly serverLines: string | undefined;
  /** The six lines as signed here. */
  readonly ownLines: string;
  readonly retryAfterMs: number | undefined;
  /** The `Date` header, Unix milliseconds. */
  readonly serverTimeMs: number | undefined;
}

/**
 * An answer without the gateway's JSON envelope, so it did not come from the gateway. For example, a proxy sent its own page or
 * a redirect.
 */
export interface ForeignAnswer {
  readonly kind: 'foreign_answer';
  readonly httpStatus: number;
  readonly requestId: string | undefined;
  readonly contentType: string;
  readonly location: string | undefined;
  /** The beginning of the answer. */
  readonly excerpt: string;
  readonly retryAfterMs: number | undefined;
}

export type AttemptResult =
  | { readonly kind: 'success'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly kind: 'file'; readonly text: string }
  | AttemptFailure;
