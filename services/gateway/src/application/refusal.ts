import type { ErrorName, FieldError } from '@kassa/contracts';

/** The refusal of a request by a use case, for an expected reason. `name` is the name of an error in the error table. */
export interface Refusal {
  readonly kind: 'refused';
  readonly name: ErrorName;
  /** A sentence for the caller that says what was wrong and what to check next. */
  readonly detail: string;
  readonly fields?: readonly FieldError[];
  /** The string that the gateway expected to be signed. Set only in the sandbox and only with INVALID_SIGNATURE. */
  readonly stringToSign?: string;
  /**
   * The latest time until which the gateway waits for the result of the attempt in progress. Set only with PAYMENT_IN_PROGRESS,
   * if the attempt could not be cancelled.
   */
  readonly awaitingResultUntil?: Date;
}

export function refuse(name: ErrorName, detail: string, fields?: readonly FieldError[]): Refusal {
  return fields === undefined ? { kind: 'refused', name, detail } : { kind: 'refused', name, detail, fields };
}
