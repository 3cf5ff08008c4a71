import type { ErrorName, FailureEnvelope, PaymentRenderType } from '@kassa/contracts';

/** Every error this SDK throws. `kind` distinguishes the subclasses without `instanceof`. */
export abstract class CheckoutError extends Error {
  abstract readonly kind:
    | 'service'
    | 'connection'
    | 'session_missing'
    | 'unsupported_render_type'
    | 'unsafe_address'
    | 'library_load'
    | 'superseded'
    | 'cashier_silent';
  override readonly name: string = 'CheckoutError';
}

/** The service answered with a failure. `code` is its name in the error table. */
export class ServiceError extends CheckoutError {
  readonly kind = 'service';
  readonly code: ErrorName;
  readonly retryable: boolean;
  /** Quote it when you report a problem. */
  readonly requestId: string;
  /** From `Retry-After`, in milliseconds; null if the service sent none. */
  readonly retryAfterMs: number | null;

  /** @internal */
  constructor({ msg, error }: FailureEnvelope, retryAfterMs: number | null) {
    super(`${msg}: ${error.detail}`);
    this.code = msg;
    this.retryable = error.retryable;
    this.requestId = error.request_id;
    this.retryAfterMs = retryAfterMs;
  }
}

/** No usable answer: the network is down, the call timed out, or a proxy answered. */
export class ConnectionError extends CheckoutError {
  readonly kind = 'connection';
}

/** The address has no session, and this tab remembers none for this order. */
export class SessionMissingError extends CheckoutError {
  readonly kind = 'session_missing';
}

/** The service requires a render type or a component that this version of the SDK does not support. */
export class UnsupportedRenderTypeError extends CheckoutError {
  readonly kind = 'unsupported_render_type';
  readonly renderType: PaymentRenderType;

  /** @internal */
  constructor(renderType: PaymentRenderType, what: string = renderType) {
    super(`Cannot render ${what}: update @kassa/sdk-browser.`);
    this.renderType = renderType;
  }
}

/**
 * An address is not allowed: a redirect that is not http(s), or a processor's library outside its maker's own address.
 */
export class UnsafeAddressError extends CheckoutError {
  readonly kind = 'unsafe_address';
}

/** The processor's form could not be loaded or started. Mount it again to reload it. */
export class LibraryLoadError extends CheckoutError {
  readonly kind = 'library_load';
  readonly retryable = true;
}

/** A later `mount` replaced this one before it was ready. You need not do anything. */
export class SupersededError extends CheckoutError {
  readonly kind = 'superseded';
}
