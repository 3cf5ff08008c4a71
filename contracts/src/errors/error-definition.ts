/**
 * What the interface says about an error. The first three digits of a code are its HTTP status. The last two digits count up
 * within each status. In 404 and 422 they are grouped in blocks by kind of caller, so that related errors stay together:
 * - 01 to 19: merchants, cashiers and channels
 * - 20 to 29: operators
 * - 30 to 39: the sandbox's clock and triggers
 */
export interface ErrorDefinition {
  /** The error's code: a number of five digits, of which the first three are the HTTP status. */
  readonly code: number;
  /** The HTTP status that always goes with this error. */
  readonly httpStatus: number;
  /** Whether the same request, signed again, can succeed later. */
  readonly retryable: boolean;
  readonly meaning: string;
  readonly whatToDo: string;
}
