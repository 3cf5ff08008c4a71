/**
 * Thrown by adapters when what they stand for can not be reached right now, and by the application when
 * an order is too contended. It becomes UNAVAILABLE at the edge: nothing is known to be done, and the
 * caller may repeat the identical request.
 */
export class TemporarilyUnavailable extends Error {
  override readonly name = 'TemporarilyUnavailable';
}
