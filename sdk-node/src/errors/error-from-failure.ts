import { type ErrorDefinition, errorTable } from '@kassa/contracts';
import type { AttemptFailure, ForeignAnswer, RefusedByGateway } from '../request/attempt-failure.ts';
import type { Repeating } from '../request/repeating.ts';
import {
  AuthenticationError,
  ConflictError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  RefusedError,
  ServerError,
} from './answer-errors.ts';
import {
  AbortError,
  ConnectionError,
  SigningError,
  TimeoutError,
  UnexpectedAnswerError,
} from './call-errors.ts';
import { KassaError, type KassaErrorDetails } from './kassa-error.ts';
import { findSignatureDifference } from './signature-difference.ts';

/** What happened in a whole call, which may have made several attempts. The error that the caller gets is built from it. */
export interface CallStory {
  readonly attempts: number;
  readonly gaveUpBecause: string;
  readonly outcomeUnknown: boolean;
  /** What the gateway does if the identical call is made again; undefined for a query, which changes nothing. */
  readonly repeating: Repeating | undefined;
}

/** Builds the error that the caller of the SDK gets, from the failure of the last attempt. */
export function errorFromFailure(failure: AttemptFailure, story: CallStory): KassaError {
  const common = {
    attempts: story.attempts,
    outcomeUnknown: story.outcomeUnknown,
    remarks: remarksOn(story),
  };
  switch (failure.kind) {
    case 'refused':
      return errorFromRefusal(failure, common);
    case 'foreign_answer':
      return new UnexpectedAnswerError({
        ...common,
        code: 'UNEXPECTED_ANSWER',
        httpStatus: failure.httpStatus,
        requestId: failure.requestId,
        detail: describeForeignAnswer(failure),
        retryable: failure.httpStatus === 429 || failure.httpStatus >= 500,
        whatToDo: 'Check baseUrl, and any proxy between this machine and the gateway.',
      });
    case 'no_connection':
      return new ConnectionError({
        ...common,
        code: 'CONNECTION_FAILED',
        detail: `No answer came: ${describeCause(failure.cause)}.`,
        retryable: true,
        whatToDo: 'Check baseUrl and the network, then retry the identical call.',
        cause: failure.cause,
      });
    case 'timed_out':
      return new TimeoutError({
        ...common,
        code: 'TIMED_OUT',
        detail: `No complete answer came within ${failure.timeoutMs} ms.`,
        retryable: true,
        whatToDo: 'Retry the identical call; if the error persists, set a longer timeoutMs.',
      });
    case 'aborted':
      return new AbortError({
        ...common,
        code: 'ABORTED',
        detail: 'The caller’s AbortSignal ended the call.',
        retryable: true,
        whatToDo: '',
        cause: failure.reason,
      });
    case 'not_signed':
      return new SigningError({
        ...common,
        code: 'SIGNING_FAILED',
        detail: `The request could not be signed: ${describeCause(failure.cause)}.`,
        retryable: false,
        whatToDo: 'Check the callback that you passed as `privateKey`, and the service that it calls.',
        cause: failure.cause,
      });
  }
}

type CommonDetails = Pick<KassaErrorDetails, 'attempts' | 'outcomeUnknown' | 'remarks'>;

function errorFromRefusal(failure: RefusedByGateway, common: CommonDetails): KassaError {
  const definition = findDefinition(failure.name);
  const details: KassaErrorDetails = {
    ...common,
    code: failure.name,
    number: failure.number,
    httpStatus: failure.httpStatus,
    requestId: failure.requestId,
    detail: failure.detail || (definition?.meaning ?? 'The gateway refused the request.'),
    fields: failure.fields,
    retryable: failure.retryable,
    whatToDo: definition?.whatToDo ?? 'Look up the error’s name in the gateway’s docs.',
  };
  switch (failure.httpStatus) {
    case 401:
      return authenticationError(failure, details);
    case 403:
      return new PermissionError(details);
    case 404:
      return new NotFoundError(details);
    case 409:
      return new ConflictError(details);
    case 410:
    case 422:
      return new RefusedError(details);
    case 429:
      return new RateLimitError(details, failure.retryAfterMs);
    // For an HTTP status that is not listed above, choose the error class by its first digit.
    default:
      if (failure.httpStatus >= 500) return new ServerError(details);
      if (failure.httpStatus >= 400) return new InvalidRequestError(details);
      return new KassaError(details);
  }
}

function authenticationError(failure: RefusedByGateway, details: KassaErrorDetails): AuthenticationError {
  if (failure.serverLines === undefined) return new AuthenticationError(details);
  const difference = findSignatureDifference(failure.ownLines, failure.serverLines);
  const finding =
    difference === undefined
      ? 'The six signed lines match the server’s, so the key is wrong: check the merchant ID, and that the public key of this private key was uploaded.'
      : `Signed line ${difference.line} (${difference.meaning}) differs: signed here "${difference.ours}", at the server "${difference.theirs}".`;
  return new AuthenticationError({ ...details, remarks: [finding, ...(details.remarks ?? [])] }, difference);
}

function findDefinition(name: string): ErrorDefinition | undefined {
  return Object.hasOwn(errorTable, name) ? errorTable[name as keyof typeof errorTable] : undefined;
}

function remarksOn({ attempts, gaveUpBecause, outcomeUnknown, repeating }: CallStory): string[] {
  const remarks: string[] = [];
  if (attempts > 1) remarks.push(`Gave up after ${attempts} attempts: ${gaveUpBecause}.`);
  if (outcomeUnknown) {
    const advice =
      repeating?.kind === 'harmless'
        ? `Retrying the identical call is safe, because it is idempotent by ${repeating.idempotentBy}.`
        : 'Check the result before retrying; a retry could apply the call twice.';
    remarks.push(`The outcome is unknown: the request may have been applied. ${advice}`);
  }
  return remarks;
}

function describeForeignAnswer({ httpStatus, contentType, location, excerpt }: ForeignAnswer): string {
  if (httpStatus >= 300 && httpStatus < 400) {
    return `The answer is a redirect (HTTP ${httpStatus}) to ${location ?? 'nowhere'}, and the SDK does not follow redirects.`;
  }
  return `The answer did not come from the gateway (HTTP ${httpStatus}, ${contentType}): ${excerpt || '(empty)'}`;
}

/** Describes why `fetch` failed. Its error only says "fetch failed"; the reason is in the error's cause. */
function describeCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
  return cause.message === '' ? code : `${cause.message} (${code})`;
}
