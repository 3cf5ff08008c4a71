import type { ErrorName, FailureEnvelope, PaymentRenderType } from '@kassa/contracts';

/** Every error this SDK throws. `kind` tells the subclasses apart without `instanceof`. */
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

/** The service answered with a failure (decisions, section 1). `code` is its name in the error table. */
export class ServiceError extends CheckoutError {
  readonly kind = 'service';
  readonly code: ErrorName;
  readonly retryable: boolean;
  /** Quote it when you report a problem. */
  readonly requestId: string;
  /** From `Retry-After`, in milliseconds; null when the service did not say. */
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

/** No usable answer: the network is down, the call timed out, or something in between answered. */
export class ConnectionError extends CheckoutError {
  readonly kind = 'connection';
}

/** The address carries no session and none is remembered for this order in this tab. */
export class SessionMissingError extends CheckoutError {
  readonly kind = 'session_missing';
}

/** The service asked for a way to render the form, or for a component, that this version of the SDK does not have. */
export class UnsupportedRenderTypeError extends CheckoutError {
  readonly kind = 'unsupported_render_type';
  readonly renderType: PaymentRenderType;

  /** @internal */
  constructor(renderType: PaymentRenderType, what: string = renderType) {
    super(`Can not render ${what}: update @kassa/sdk-browser.`);
    this.renderType = renderType;
  }
}

/**
 * An address may not be used: the consumer was to be sent to one that is not http(s), or a processor's library
 * was to be loaded from where its maker does not keep it.
 */
export class UnsafeAddressError extends CheckoutError {
  readonly kind = 'unsafe_address';
}

/** The processor's form could not be loaded or started. Mount it again: it is loaded anew. */
export class LibraryLoadError extends CheckoutError {
  readonly kind = 'library_load';
  readonly retryable = true;
}

/** A later `mount` took this one's place before it was ready. Nothing needs to be done. */
export class SupersededError extends CheckoutError {
  readonly kind = 'superseded';
}
