import type { Db } from 'mongodb';
import type { StoredCollection } from '../schema-numbers.ts';

/**
 * Brings stored documents from the form of the version before to this version's. It can be ended at any moment and run
 * again: what is migrated already is not touched, and a document that changes meanwhile is looked at anew.
 */
export interface Migration {
  /** 1, 2, 3 …: also the number of the database once the migration is done. Never changed, never used again. */
  readonly number: number;
  readonly name: string;
  run(run: MigrationRun): Promise<void>;
  /**
   * Whether documents are there that an instance of the version before has written since, and that this version does not
   * read. Asked at every start, so it must be answered from an index or a small collection.
   *
   * @param unreadable IDs of those that the migration could not read and left as they are
   */
  isLeftBehind(database: Db, unreadable: readonly string[]): Promise<boolean>;
}

export interface MigrationRun {
  readonly database: Db;
  /** Where an earlier run has got to in a collection; null to begin at its first document. */
  positionIn(collection: StoredCollection): string | null;
  /**
   * Notes a batch, keeps the database for this run, and rests as long as the batch took, so that instances that serve
   * have at least half of the database's time.
   *
   * @param position ID up to which the collection is done; null where it is not gone through by ID
   * @throws {Error} when another run has taken over
   */
  batchDone(collection: StoredCollection, documents: number, position: string | null): Promise<void>;
  /** Hears of a document that cannot be read and is left as it is. @throws {Error} when there are too many */
  tellUnreadable(id: string, error: unknown): void;
}
