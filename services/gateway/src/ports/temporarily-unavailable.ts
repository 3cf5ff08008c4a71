/**
 * What every method of every stored port may throw, said here for all of them: the store cannot be reached
 * right now. Whether a write was done is unknown then. The application throws it too, when what is to be
 * changed is too contended. It becomes UNAVAILABLE at the edge, and the caller may repeat the identical
 * request.
 */
export class TemporarilyUnavailable extends Error {
  override readonly name = 'TemporarilyUnavailable';
}
