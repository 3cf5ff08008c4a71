import { archivedText, type Tombstone } from '../domain/archive/tombstone.ts';

/**
 * Thrown in place of an order that was archived and removed from the database. So no caller takes an archived order for one that
 * never existed, or for one that can change. The message names the archive.
 */
export class OrderArchived extends Error {
  override readonly name = 'OrderArchived';
  readonly tombstone: Tombstone;

  constructor(tombstone: Tombstone) {
    super(archivedText(tombstone));
    this.tombstone = tombstone;
  }
}
