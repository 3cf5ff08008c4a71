import {
  AbortError,
  AuthenticationError,
  ConnectionError,
  type KassaError,
  PermissionError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../../index.ts';
import { CliError, type Outcome } from '../cli-error.ts';
import { describeSettings } from './describe-settings.ts';
import type { Settings } from './find-settings.ts';

/** Turns a failed call into a CLI error. The error lists the settings if they may be the cause. */
export function errorOfSdk(error: KassaError, settings: Settings, repeat: string): CliError {
  const outcome = outcomeOf(error);
  const maySettingsBeWrong = outcome === 'unauthorised' || outcome === 'unreachable';
  return new CliError(outcome, error.detail, {
    errorName: error.code,
    fields: error.fields,
    // The SDK's advice for this error is to read `fields`. It is left out here, because the command has already printed the
    // fields.
    whatToDo: error.code === 'INVALID_REQUEST' ? '' : error.whatToDo,
    requestId: error.requestId,
    remarks: [
      ...differenceOf(error),
      ...(error.outcomeUnknown ? [outcomeRemark(repeat)] : []),
      ...(maySettingsBeWrong ? describeSettings(settings) : []),
    ],
  });
}

/**
 * Describes what the user can do after a call whose outcome is unknown. Repeating the command is safe only if the call had an
 * ID that the caller chose.
 */
function outcomeRemark(repeat: string): string {
  const may = 'The gateway may have applied the call all the same.';
  return repeat === ''
    ? `${may} Check before you retry.`
    : `${may} Retrying is safe and shows the result. ${repeat}`;
}

function outcomeOf(error: KassaError): Outcome {
  if (error instanceof AuthenticationError || error instanceof PermissionError) return 'unauthorised';
  const cameToNothing =
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnexpectedAnswerError ||
    error instanceof ServerError ||
    error instanceof RateLimitError ||
    error instanceof AbortError;
  if (cameToNothing) return 'unreachable';
  // If an error has no HTTP status, the SDK refused the request before sending it. The user has then called the command
  // wrongly.
  return error.httpStatus === undefined ? 'usage' : 'refused';
}

function differenceOf(error: KassaError): string[] {
  if (!(error instanceof AuthenticationError) || error.signatureDifference === undefined) return [];
  const { line, meaning, ours, theirs } = error.signatureDifference;
  return [`Signed line ${line} (${meaning}) differs: here "${ours}", at the gateway "${theirs}".`];
}
