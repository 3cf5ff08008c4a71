import type { FieldError } from '@kassa/contracts';

/**
 * The exit codes of `kassa-admin` with their meanings, which `--help` prints. Scripts rely on the numbers, so a number never
 * changes its meaning.
 */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  refused: {
    code: 1,
    meaning: 'the gateway refused the request, an ID in it is unknown, or a check failed',
  },
  usage: { code: 2, meaning: 'the command line, or a file that it names, is wrong' },
  unreachable: { code: 3, meaning: 'no gateway answers at the operations address, or the database fails' },
  unauthorised: { code: 4, meaning: 'the token is missing, wrong, expired or revoked' },
  different: { code: 5, meaning: 'a reconciliation found differences' },
  incomplete: {
    code: 6,
    meaning: 'a reconciliation has no result, because the channel’s books were not available',
  },
  skipped: { code: 7, meaning: 'there was no account to check' },
} as const;

export type Outcome = keyof typeof exitCodes;

/** Thrown to end a command with an error. The message says what is wrong and what to check. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly outcome: Outcome;
  /**
   * The name of the error in the gateway's answer, such as `ORDER_NOT_FOUND`. Null if the gateway did not answer with an error.
   */
  readonly errorName: string | null;
  readonly fields: readonly FieldError[];
  readonly requestId: string | null;

  constructor(
    outcome: Outcome,
    message: string,
    details: { errorName?: string; fields?: readonly FieldError[]; requestId?: string | null } = {},
  ) {
    super(message);
    this.outcome = outcome;
    this.errorName = details.errorName ?? null;
    this.fields = details.fields ?? [];
    this.requestId = details.requestId ?? null;
  }
}
