import type { ErrorName, FieldError } from '@kassa/contracts';
import { archivedText, type Tombstone } from '../domain/archive/tombstone.ts';

/** The refusal of a request by a use case, for an expected reason. `name` is the name of an error in the error table. */
export interface Refusal {
  readonly kind: 'refused';
  readonly name: ErrorName;
  /** A sentence for the caller that says what was wrong and what to check next. */
  readonly detail: string;
  readonly fields?: readonly FieldError[];
  /** The string that the gateway expected to be signed. Set only in the sandbox, and only for the error INVALID_SIGNATURE. */
  readonly stringToSign?: string;
  /**
   * The latest time until which the gateway waits for the result of the attempt in progress. Set only for the error
   * PAYMENT_IN_PROGRESS, and only if the gateway could not cancel this attempt.
   */
  readonly awaitingResultUntil?: Date;
  /** The number of seconds after which the caller may repeat the call. Set only if a repeated call can succeed. */
  readonly retryAfterSeconds?: number;
}

export function refuse(name: ErrorName, detail: string, fields?: readonly FieldError[]): Refusal {
  return fields === undefined ? { kind: 'refused', name, detail } : { kind: 'refused', name, detail, fields };
}

/** Refuses a request about an order that was archived and removed. */
export function orderArchived(tombstone: Tombstone): Refusal {
  return refuse('ORDER_ARCHIVED', archivedText(tombstone));
}
