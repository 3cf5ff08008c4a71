import type { ErrorName, FieldError } from '@kassa/contracts';

/** An expected "no" of a use case, in the names of the one error table. */
export interface Refusal {
  readonly kind: 'refused';
  readonly name: ErrorName;
  /** What was wrong and what to check next, in a sentence fit for the caller. */
  readonly detail: string;
  readonly fields?: readonly FieldError[];
  /** Sandbox only, with INVALID_SIGNATURE. */
  readonly stringToSign?: string;
}

export function refuse(name: ErrorName, detail: string, fields?: readonly FieldError[]): Refusal {
  return fields === undefined ? { kind: 'refused', name, detail } : { kind: 'refused', name, detail, fields };
}
