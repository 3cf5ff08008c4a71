import { KassaError, type KassaErrorDetails } from './kassa-error.ts';

/** 400, 405, 413, 415, or found before sending: the request itself is wrong. See `fields`. */
export class InvalidRequestError extends KassaError {
  override name = 'InvalidRequestError';
}

/** The first signed line in which the server's six lines differ from ours. */
export interface SignatureDifference {
  /** 1 to 6, in the order in which they are signed. */
  readonly line: number;
  readonly meaning: string;
  readonly ours: string;
  readonly theirs: string;
}

/** 401: the signature or its time was not accepted. */
export class AuthenticationError extends KassaError {
  override name = 'AuthenticationError';
  /** The first difference in the signed lines; only in the sandbox, and only if they differ. */
  readonly signatureDifference: SignatureDifference | undefined;

  constructor(details: KassaErrorDetails, signatureDifference?: SignatureDifference) {
    super(details);
    this.signatureDifference = signatureDifference;
  }
}

/** 403: the merchant, its address or its protocol is not allowed. */
export class PermissionError extends KassaError {
  override name = 'PermissionError';
}

/** 404: no such order, refund or path. */
export class NotFoundError extends KassaError {
  override name = 'NotFoundError';
}

/** 409: another request uses the ID, or another operation is in progress. */
export class ConflictError extends KassaError {
  override name = 'ConflictError';
}

/** 410 and 422: well-formed, but the state of the order does not allow it. */
export class RefusedError extends KassaError {
  override name = 'RefusedError';
}

/** 429: too many requests. */
export class RateLimitError extends KassaError {
  override name = 'RateLimitError';
  /** How long the server asks to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(details: KassaErrorDetails, retryAfterMs?: number) {
    super(details);
    this.retryAfterMs = retryAfterMs;
  }
}

/** 5xx: the gateway or a channel behind it failed. */
export class ServerError extends KassaError {
  override name = 'ServerError';
}
