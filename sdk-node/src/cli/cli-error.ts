import type { FieldError } from '@kassa/contracts';

/**
 * The exit codes of `kassa` and their meanings, which `--help` prints. Scripts rely on the codes, so a code never changes its
 * meaning.
 */
export const exitCodes = {
  done: { code: 0, meaning: 'done' },
  refused: { code: 1, meaning: 'the gateway refused the request, or an ID in it is unknown' },
  usage: { code: 2, meaning: 'the command line, a setting, or a file it names is wrong; nothing was sent' },
  unreachable: {
    code: 3,
    meaning: 'no usable answer: no connection, a timeout, a server error, or too many requests',
  },
  unauthorised: {
    code: 4,
    meaning: 'the gateway does not accept the signature, the merchant or this IP address',
  },
  not_valid: { code: 5, meaning: 'the command has checked a signature, and the signature is not valid' },
  late: { code: 6, meaning: 'the awaited event did not arrive before the command’s time limit' },
} as const;

export type Outcome = keyof typeof exitCodes;

/** Details of an error beyond its message. */
export interface CliErrorDetails {
  /** The error's name in the gateway's error table or in the SDK; undefined for other errors. */
  readonly errorName?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  readonly whatToDo?: string | undefined;
  readonly requestId?: string | undefined;
  /** Additional sentences that are shown with the error, for example about the settings that were used. */
  readonly remarks?: readonly string[] | undefined;
}

/** Ends the command with an error message for the user. */
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

/** Ends the command with an exit code. The command has already printed everything itself. */
export class Concluded extends Error {
  override readonly name = 'Concluded';
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(outcome);
    this.outcome = outcome;
  }
}
