/**
 * May be thrown by every method of every stored port: the store cannot be reached right now, and nobody knows whether a write
 * happened. The application also throws it if too many callers change the same object at once. At the edge it becomes
 * UNAVAILABLE, and the caller may repeat the identical request.
 */
export class TemporarilyUnavailable extends Error {
  override readonly name = 'TemporarilyUnavailable';
}
