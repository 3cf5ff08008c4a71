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
    // For this error, the advice is to read `fields`. The CLI has already printed them above.
    whatToDo: error.code === 'INVALID_REQUEST' ? '' : error.whatToDo,
    requestId: error.requestId,
    remarks: [
      ...differenceOf(error),
      ...(error.outcomeUnknown ? [outcomeRemark(repeat)] : []),
      ...(maySettingsBeWrong ? describeSettings(settings) : []),
    ],
  });
}

/** Says whether the user can safely repeat the command. Only a call that carries an ID chosen by the caller can be repeated safely. */
function outcomeRemark(repeat: string): string {
  const may = 'The call may still have been applied.';
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
  // If the error has no HTTP status, the SDK refused the call before sending it. The command line is then wrong.
  return error.httpStatus === undefined ? 'usage' : 'refused';
}

function differenceOf(error: KassaError): string[] {
  if (!(error instanceof AuthenticationError) || error.signatureDifference === undefined) return [];
  const { line, meaning, ours, theirs } = error.signatureDifference;
  return [`Signed line ${line} (${meaning}) differs: here "${ours}", at the gateway "${theirs}".`];
}
