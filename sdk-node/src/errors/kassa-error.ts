import type { ErrorName, FieldError } from '@kassa/contracts';

/** Names of failures that the SDK itself detects. The names of the gateway's errors are in the error table. */
export type LocalErrorCode =
  | 'CONNECTION_FAILED'
  | 'TIMED_OUT'
  | 'ABORTED'
  | 'UNEXPECTED_ANSWER'
  | 'SIGNING_FAILED'
  | 'WEBHOOK_REFUSED';

/** A name from the error table, a name of this SDK, or a name that only a newer gateway has. */
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
 * The base class of every error that a call or a webhook throws. Each kind of failure has a subclass. Wrong settings throw a
 * plain TypeError instead, when the client is created.
 */
export class KassaError extends Error {
  override name = 'KassaError';
  /** What went wrong, as a name such as `DUPLICATE_TRANSACTION`. Programs can use it in a `switch`. */
  readonly code: KassaErrorCode;
  /** The error's number in the error table, such as `40902`; undefined if the gateway did not answer. */
  readonly number: number | undefined;
  /** The answer's HTTP status; undefined if there was no answer. */
  readonly httpStatus: number | undefined;
  /** Quote it when reporting a problem. */
  readonly requestId: string | undefined;
  /** One sentence that says what was wrong with this call. */
  readonly detail: string;
  /** The invalid members of the request, for example `{ path: 'products[0].price', message: 'must be a number' }`. */
  readonly fields: readonly FieldError[];
  /** Whether the identical call can succeed if it is made again later. */
  readonly retryable: boolean;
  /** What to check or do next. */
  readonly whatToDo: string;
  /** How many requests were sent. */
  readonly attempts: number;
  /**
   * Whether the gateway may have carried out the call despite this error. To learn the result of a payment or refund, repeat
   * the identical call: the gateway carries it out only once.
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
