import { KassaError } from './kassa-error.ts';

/** The connection could not be made, or broke before an answer came. `cause` is the network's own error. */
export class ConnectionError extends KassaError {
  override name = 'ConnectionError';
}

/** No complete answer came within `timeoutMs`. */
export class TimeoutError extends KassaError {
  override name = 'TimeoutError';
}

/** The caller's AbortSignal ended the call. `cause` is the reason given with the signal. */
export class AbortError extends KassaError {
  override name = 'AbortError';
}

/** Something other than the gateway answered, for example a proxy or a redirect. `baseUrl` may be wrong. */
export class UnexpectedAnswerError extends KassaError {
  override name = 'UnexpectedAnswerError';
}

/** The request was not sent, because the `privateKey` callback failed. `cause` is what the callback threw. */
export class SigningError extends KassaError {
  override name = 'SigningError';
}
