/**
 * Every method of every stored port may throw this: the store cannot be reached right now, and nobody knows
 * whether a write succeeded. The application also throws it if too many callers change the same object at once.
 * The HTTP layer answers UNAVAILABLE, and the caller may repeat the identical request.
 */
export class TemporarilyUnavailable extends Error {
  override readonly name = 'TemporarilyUnavailable';
}
