import type { FieldError } from '@kassa/contracts';

/** What the exit codes mean, as `--help` prints it. Scripts rely on these numbers. */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'the gateway refused the request, or does not know what it names' },
  usage: { code: 2, meaning: 'the command line, a setting, or a file it names is wrong; nothing was sent' },
  unreachable: {
    code: 3,
    meaning: 'no usable answer: no connection, a time-out, a server error, too many requests',
  },
  unauthorised: { code: 4, meaning: 'the gateway does not take the signature, the merchant or this address' },
  not_valid: { code: 5, meaning: 'the signature that was verified does not hold' },
  late: { code: 6, meaning: 'what was waited for did not happen in time' },
} as const;

export type Outcome = keyof typeof exitCodes;

/** What an error tells beyond its message. */
export interface CliErrorDetails {
  /** Name of the error table, or of the SDK, when there is one. */
  readonly errorName?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  readonly whatToDo?: string | undefined;
  readonly requestId?: string | undefined;
  /** Sentences about the circumstances, such as which settings were taken. */
  readonly remarks?: readonly string[] | undefined;
}

/** Ends the command; the message says what is wrong. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly outcome: Outcome;
  readonly details: CliErrorDetails;

  constructor(outcome: Outcome, message: string, details: CliErrorDetails = {}) {
    super(message);
    this.outcome = outcome;
    this.details = details;
  }
}

/** Ends the command with its exit code, after it has told everything itself. */
export class Concluded extends Error {
  override readonly name = 'Concluded';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}
