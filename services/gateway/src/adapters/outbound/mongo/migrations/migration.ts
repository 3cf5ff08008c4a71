import type { Db } from 'mongodb';
import type { StoredCollection } from '../schema-numbers.ts';

/**
 * Converts stored documents from the previous version's format to the next. It can be stopped at any time and run again,
 * because it skips converted documents. If a document changes while it is being converted, it is read again.
 */
export interface Migration {
  /**
   * The migration's number. Numbers start at 1, have no gaps, and are never changed or reused. A database stores the number of
   * the last migration that was finished on it.
   */
  readonly number: number;
  readonly name: string;
  run(run: MigrationRun): Promise<void>;
  /**
   * Whether an instance of the previous version has written documents in the old format since the migration. The gateway checks
   * this at every start, so the search has to be fast: it may only use an index or read a small collection.
   *
   * @param unreadable IDs of documents that the migration could not read and has left unchanged
   */
  isLeftBehind(database: Db, unreadable: readonly string[]): Promise<boolean>;
}

export interface MigrationRun {
  readonly database: Db;
  /**
   * The ID of the last document of the collection that an interrupted run has finished. Null to start at the first document.
   */
  positionIn(collection: StoredCollection): string | null;
  /**
   * Records that a batch is finished, and renews the lease that prevents other runs of the migration. Then pauses as long as
   * the batch took, so that the running gateway keeps at least half of the database's capacity.
   *
   * @param position ID up to which the collection is finished; null if the run does not go through the collection by ID
   * @throws {Error} when another run has taken the lease over
   */
  batchDone(collection: StoredCollection, documents: number, position: string | null): Promise<void>;
  /**
   * Reports a document that the migration cannot read and leaves unchanged.
   *
   * @throws {Error} when there are too many such documents
   */
  tellUnreadable(id: string, error: unknown): void;
}
