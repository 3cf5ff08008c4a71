import type { ErrorName, FieldError } from '@kassa/contracts';

/** Failures that occur only on the caller's side; the gateway's own names are in the error table. */
export type LocalErrorCode =
  | 'CONNECTION_FAILED'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'UNEXPECTED_ANSWER'
  | 'SIGNING_FAILED'
  | 'WEBHOOK_REFUSED';

/** A name of the error table, a local one, or a name that a newer gateway introduced. */
export type KassaErrorCode = ErrorName | LocalErrorCode | (string & {});

export interface KassaErrorDetails {
  readonly code: KassaErrorCode;
  readonly number?: number | undefined;
  readonly httpStatus?: number | undefined;
  readonly requestId?: string | undefined;
  readonly detail: string;
  readonly fields?: readonly FieldError[] | undefined;
  readonly retryable: boolean;
  readonly whatToDo: string;
  readonly attempts?: number | undefined;
  readonly outcomeUnknown?: boolean | undefined;
  /** Further sentences for the message. */
  readonly remarks?: readonly string[] | undefined;
  readonly cause?: unknown;
}

/**
 * Base of every error this SDK throws about a call or a webhook; a subclass for each kind of failure.
 * (Wrong settings throw a plain TypeError when the client is made.)
 */
export class KassaError extends Error {
  override name = 'KassaError';
  /** What went wrong, as a name: `DUPLICATE_TRANSACTION`. Switch over this. */
  readonly code: KassaErrorCode;
  /** The code of the error in the error table (`40902`); undefined for failures without an answer. */
  readonly number: number | undefined;
  /** HTTP status of the answer; undefined if there was no answer. */
  readonly httpStatus: number | undefined;
  /** Quote it when reporting a problem. */
  readonly requestId: string | undefined;
  /** One sentence that says what was wrong with this call. */
  readonly detail: string;
  /** The invalid members, for example `{ path: 'products[0].price', message: 'must be a number' }`. */
  readonly fields: readonly FieldError[];
  /** Whether the identical call can succeed later. */
  readonly retryable: boolean;
  /** What to check or do next. */
  readonly whatToDo: string;
  /** How many requests were sent. */
  readonly attempts: number;
  /**
   * Whether a create or refund may have been applied despite this error. Retrying the identical call is then safe and
   * shows the result.
   */
  readonly outcomeUnknown: boolean;

  constructor(details: KassaErrorDetails) {
    super(describe(details), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.number = details.number;
    this.httpStatus = details.httpStatus;
    this.requestId = details.requestId;
    this.detail = details.detail;
    this.fields = details.fields ?? [];
    this.retryable = details.retryable;
    this.whatToDo = details.whatToDo;
    this.attempts = details.attempts ?? 0;
    this.outcomeUnknown = details.outcomeUnknown ?? false;
  }
}

function describe({
  code,
  detail,
  fields = [],
  remarks = [],
  whatToDo,
  requestId,
}: KassaErrorDetails): string {
  const faults = fields.map(({ path, message }) => `${path || 'body'}: ${message}`).join('; ');
  return [
    `${code}: ${detail}`,
    faults === '' ? '' : `(${faults})`,
    ...remarks,
    whatToDo,
    requestId === undefined ? '' : `[request ${requestId}]`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
