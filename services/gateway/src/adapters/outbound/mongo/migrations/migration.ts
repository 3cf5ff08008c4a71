import type { Db } from 'mongodb';
import type { StoredCollection } from '../schema-numbers.ts';

/**
 * Brings stored documents from the previous version's form to this version's form. A migration can be stopped at
 * any moment and run again: it skips documents that are already migrated, and reads a document again if it
 * changed meanwhile.
 */
export interface Migration {
  /**
   * 1, 2, 3 …; also the number of the database once the migration is done. A number is never changed or reused.
   */
  readonly number: number;
  readonly name: string;
  run(run: MigrationRun): Promise<void>;
  /**
   * Whether an instance of the previous version has since written documents that this version cannot read. Every
   * start asks this, so the answer must come from an index or a small collection.
   *
   * @param unreadable IDs of documents that the migration could not read and left unchanged
   */
  isLeftBehind(database: Db, unreadable: readonly string[]): Promise<boolean>;
}

export interface MigrationRun {
  readonly database: Db;
  /** How far an earlier run has got in a collection; null to start at its first document. */
  positionIn(collection: StoredCollection): string | null;
  /**
   * Records a batch and renews the lease. Then pauses for as long as the batch took, so that serving instances
   * keep at least half of the database's time.
   *
   * @param position ID up to which the collection is done; null if the run does not proceed by ID
   *
   * @throws {Error} when another run has taken over
   */
  batchDone(collection: StoredCollection, documents: number, position: string | null): Promise<void>;
  /**
   * Reports a document that cannot be read and is left unchanged.
   * @throws {Error} when there are too many
   */
  tellUnreadable(id: string, error: unknown): void;
}
