import { KassaError } from './kassa-error.ts';

/** No answer came: the connection failed or broke. `cause` is the network's own error. */
export class ConnectionError extends KassaError {
  override name = 'ConnectionError';
}

/** No complete answer came within `timeoutMs`. */
export class TimeoutError extends KassaError {
  override name = 'TimeoutError';
}

/** The caller's AbortSignal ended the call. `cause` is the reason of the signal. */
export class AbortError extends KassaError {
  override name = 'AbortError';
}

/** Something answered, but not the gateway: a proxy's page, a redirect, a wrong `baseUrl`. */
export class UnexpectedAnswerError extends KassaError {
  override name = 'UnexpectedAnswerError';
}

/** The `sign` callback failed; this attempt was not sent. `cause` is what it threw. */
export class SigningError extends KassaError {
  override name = 'SigningError';
}
