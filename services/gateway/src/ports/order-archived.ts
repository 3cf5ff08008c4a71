import { archivedText, type Tombstone } from '../domain/archive/tombstone.ts';

/**
 * Thrown if a requested order was archived and removed from the database. Because of this error, no caller can treat an
 * archived order as one that never existed or that can still change. The message names the archive.
 */
export class OrderArchived extends Error {
  override readonly name = 'OrderArchived';
  readonly tombstone: Tombstone;

  constructor(tombstone: Tombstone) {
    super(archivedText(tombstone));
    this.tombstone = tombstone;
  }
}
