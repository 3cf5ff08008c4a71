/**
 * Thrown if the store cannot be reached now. In this case, it is unknown whether a write succeeded. Every method of a port that
 * stores data may throw this error. The application also throws it if too many callers change the same object at the same time.
 * The HTTP layer answers UNAVAILABLE, and the caller may repeat the identical request.
 */
export class TemporarilyUnavailable extends Error {
  override readonly name = 'TemporarilyUnavailable';
}
