import type { ErrorName, FieldError } from '@kassa/contracts';

/** A use case's expected refusal, named after an entry of the error table. */
export interface Refusal {
  readonly kind: 'refused';
  readonly name: ErrorName;
  /** What was wrong and what to check next, as a sentence for the caller. */
  readonly detail: string;
  readonly fields?: readonly FieldError[];
  /** In the sandbox only, with INVALID_SIGNATURE. */
  readonly stringToSign?: string;
  /** With PAYMENT_IN_PROGRESS, if an attempt could not be cancelled: until when its result is awaited at the latest. */
  readonly awaitingResultUntil?: Date;
}

export function refuse(name: ErrorName, detail: string, fields?: readonly FieldError[]): Refusal {
  return fields === undefined ? { kind: 'refused', name, detail } : { kind: 'refused', name, detail, fields };
}
