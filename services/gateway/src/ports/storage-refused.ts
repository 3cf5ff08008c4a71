/** Why the store refuses an operation. */
export type StorageRefusal = 'not_permitted' | 'too_large';

/**
 * Thrown if the store refuses an operation for a reason that retries cannot remove: the gateway lacks a permission, or a
 * document is too large. Nothing is written. Every method of a port that stores data may throw this error. Operators are
 * alerted, and the HTTP layer answers INTERNAL_ERROR, because the caller cannot remove the cause.
 */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused';
  readonly refusal: StorageRefusal;

  constructor(refusal: StorageRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.refusal = refusal;
  }
}
