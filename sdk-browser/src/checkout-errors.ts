import type { ErrorName, FailureEnvelope, PaymentRenderType } from '@kassa/contracts';

/** The base class of every error that this SDK throws. Code can distinguish the subclasses by `kind` or `instanceof`. */
export abstract class CheckoutError extends Error {
  abstract readonly kind:
    | 'service'
    | 'connection'
    | 'session_missing'
    | 'unsupported_render_type'
    | 'unsafe_address'
    | 'library_load'
    | 'superseded'
    | 'origin_not_allowed'
    | 'cashier_silent';
  override readonly name: string = 'CheckoutError';
}

/** The gateway answered with an error. `code` is the error's name, such as `ORDER_EXPIRED`. */
export class ServiceError extends CheckoutError {
  readonly kind = 'service';
  readonly code: ErrorName;
  readonly retryable: boolean;
  /** Quote it when you report a problem. */
  readonly requestId: string;
  /** How long to wait before a retry, in milliseconds, from the `Retry-After` header; null if the answer has none. */
  readonly retryAfterMs: number | null;

  /** @internal */
  constructor({ msg, error }: Pick<FailureEnvelope, 'msg' | 'error'>, retryAfterMs: number | null) {
    super(`${msg}: ${error.detail}`);
    this.code = msg;
    this.retryable = error.retryable;
    this.requestId = error.request_id;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The gateway could not be reached: the network is down, the call timed out, or a proxy answered instead of the gateway. */
export class ConnectionError extends CheckoutError {
  readonly kind = 'connection';
}

/** The page's address contains no checkout session, and this browser tab remembers none for the order. */
export class SessionMissingError extends CheckoutError {
  readonly kind = 'session_missing';
}

/** The gateway asks for a render type or a component that this version of the SDK does not support. */
export class UnsupportedRenderTypeError extends CheckoutError {
  readonly kind = 'unsupported_render_type';
  readonly renderType: PaymentRenderType;

  /** @internal */
  constructor(renderType: PaymentRenderType, what: string = renderType) {
    super(`Cannot render ${what}: update the SDK.`);
    this.renderType = renderType;
  }
}

/**
 * The SDK refused an address: a redirect that is not http(s), or a processor's library that is not at its maker's own address.
 */
export class UnsafeAddressError extends CheckoutError {
  readonly kind = 'unsafe_address';
}

/** The processor's form could not be loaded or started. Mount the method again to retry. */
export class LibraryLoadError extends CheckoutError {
  readonly kind = 'library_load';
  readonly retryable = true;
}

/** The form was replaced before it was ready, because `mount` was called again. You need not handle this error. */
export class SupersededError extends CheckoutError {
  readonly kind = 'superseded';
}

/**
 * This page is not allowed to show the card fields: its origin, or that of a page that shows it in a frame, is not one of the
 * merchant's allowed origins. The operator sets the allowed origins with `kassa-admin merchant origins`.
 */
export class OriginNotAllowedError extends CheckoutError {
  readonly kind = 'origin_not_allowed';
}
