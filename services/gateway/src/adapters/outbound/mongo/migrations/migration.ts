import type { Db } from 'mongodb';
import type { StoredCollection } from '../schema-numbers.ts';

/**
 * Converts stored documents from the previous version's format to a new format. A migration can be stopped at any
 * moment and run again: it skips documents that are already converted. A document that changes while it is being
 * converted is read again.
 */
export interface Migration {
  /**
   * The migration's number, counted from 1 without gaps. The database has this number once the migration is finished. A
   * number is never changed or reused.
   */
  readonly number: number;
  readonly name: string;
  run(run: MigrationRun): Promise<void>;
  /**
   * Whether an instance of the previous version has written documents since the migration that this version cannot
   * read. Every start of the gateway asks this, so the answer must come from an index or a small collection.
   *
   * @param unreadable IDs of documents that the migration could not read and has left unchanged
   */
  isLeftBehind(database: Db, unreadable: readonly string[]): Promise<boolean>;
}

export interface MigrationRun {
  readonly database: Db;
  /** The ID up to which an earlier run has finished the collection. Null to start at the first document. */
  positionIn(collection: StoredCollection): string | null;
  /**
   * Records a finished batch and renews the lease. Then pauses for as long as the batch took, so that the running
   * gateway keeps at least half of the database's capacity.
   *
   * @param position ID up to which the collection is finished; null if the run does not go through the collection by ID
   * @throws {Error} when another run has taken the lease over
   */
  batchDone(collection: StoredCollection, documents: number, position: string | null): Promise<void>;
  /**
   * Reports a document that cannot be read and is left unchanged.
   *
   * @throws {Error} when there are too many such documents
   */
  tellUnreadable(id: string, error: unknown): void;
}
