import { KassaError, type KassaErrorDetails } from './kassa-error.ts';

/**
 * The request itself is wrong. The gateway answered with HTTP 400, 405, 413 or 415, or the SDK refused the request before
 * sending it. `fields` names the wrong members.
 */
export class InvalidRequestError extends KassaError {
  override name = 'InvalidRequestError';
}

/** The first of the six signed lines on which the SDK and the server disagree. */
export interface SignatureDifference {
  /** The number of the line, from 1 to 6. The lines are numbered in the order in which they are signed. */
  readonly line: number;
  readonly meaning: string;
  readonly ours: string;
  readonly theirs: string;
}

/** HTTP 401: the gateway did not accept the signature or its timestamp. */
export class AuthenticationError extends KassaError {
  override name = 'AuthenticationError';
  /**
   * The first of the six signed lines that the server built differently. It is undefined if all lines are the same, and in
   * production, because only a sandbox returns its lines.
   */
  readonly signatureDifference: SignatureDifference | undefined;

  constructor(details: KassaErrorDetails, signatureDifference?: SignatureDifference) {
    super(details);
    this.signatureDifference = signatureDifference;
  }
}

/** HTTP 403: the merchant is disabled, or its IP address or plain HTTP is not allowed. */
export class PermissionError extends KassaError {
  override name = 'PermissionError';
}

/** 404: no such order, refund or path. */
export class NotFoundError extends KassaError {
  override name = 'NotFoundError';
}

/**
 * HTTP 409: the request conflicts with another one. For example, its ID is already used, or a payment of the order is pending.
 */
export class ConflictError extends KassaError {
  override name = 'ConflictError';
}

/** HTTP 410 and 422: the request is well-formed, but the state of the order does not allow it. */
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

/** HTTP 5xx: the gateway or a channel behind it failed. */
export class ServerError extends KassaError {
  override name = 'ServerError';
}
