/** Thrown when a folder cannot be used as an archive. The message says why, for the operator. */
export class UnreadableArchive extends Error {
  override readonly name = 'UnreadableArchive';
}
