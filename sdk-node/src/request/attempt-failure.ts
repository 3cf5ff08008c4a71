import type { FieldError } from '@kassa/contracts';

/** The failure of one attempt, as plain data from which errors are built. */
export type AttemptFailure =
  | RefusedByGateway
  | ForeignAnswer
  | { readonly kind: 'no_connection'; readonly mayHaveArrived: boolean; readonly cause: unknown }
  | { readonly kind: 'timed_out'; readonly mayHaveArrived: boolean; readonly timeoutMs: number }
  | { readonly kind: 'aborted'; readonly mayHaveArrived: boolean; readonly reason: unknown }
  | { readonly kind: 'not_signed'; readonly cause: unknown };

/** The gateway answered with its envelope and refused the request. */
export interface RefusedByGateway {
  readonly kind: 'refused';
  readonly httpStatus: number;
  /** The error's name; a name that is not in this version's table comes from a newer gateway. */
  readonly name: string;
  readonly number: number;
  readonly detail: string;
  readonly fields: readonly FieldError[];
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  /** The six lines as the server built them; sandbox only. */
  readonly serverLines: string | undefined;
  /** The six lines as signed here. */
  readonly ownLines: string;
  readonly retryAfterMs: number | undefined;
  /** The `Date` header, Unix milliseconds. */
  readonly serverTimeMs: number | undefined;
}

/** Something answered without the gateway's envelope, for example a proxy's page or a redirect. */
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
