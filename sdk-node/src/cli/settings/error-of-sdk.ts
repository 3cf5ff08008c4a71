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

/** A failed call as the end of a command, with the settings where they may be what is wrong. */
export function errorOfSdk(error: KassaError, settings: Settings, repeat: string): CliError {
  const outcome = outcomeOf(error);
  const maySettingsBeWrong = outcome === 'unauthorised' || outcome === 'unreachable';
  return new CliError(outcome, error.detail, {
    errorName: error.code,
    fields: error.fields,
    // Its advice is to read the fields, which stand above it.
    whatToDo: error.code === 'INVALID_REQUEST' ? '' : error.whatToDo,
    requestId: error.requestId,
    remarks: [
      ...differenceOf(error),
      ...(error.outcomeUnknown ? [outcomeRemark(repeat)] : []),
      ...(maySettingsBeWrong ? describeSettings(settings) : []),
    ],
  });
}

/** Only what has a number of its own is safe to repeat. */
function outcomeRemark(repeat: string): string {
  const may = 'It may have been applied all the same.';
  return repeat === ''
    ? `${may} Look before you repeat it.`
    : `${may} Repeating it is safe, and tells. ${repeat}`;
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
  // Found before anything was sent, so it is the command line that is wrong.
  return error.httpStatus === undefined ? 'usage' : 'refused';
}

function differenceOf(error: KassaError): string[] {
  if (!(error instanceof AuthenticationError) || error.signatureDifference === undefined) return [];
  const { line, meaning, ours, theirs } = error.signatureDifference;
  return [`Signed line ${line} (${meaning}) differs: here "${ours}", at the gateway "${theirs}".`];
}
