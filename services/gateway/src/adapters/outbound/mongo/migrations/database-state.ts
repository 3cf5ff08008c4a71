import type { Collection, Db } from 'mongodb';
import { inDatabase, isDuplicateKey } from '../database-errors.ts';
import { type StoredDocument, schemaNumbers } from '../schema-numbers.ts';

/** What a database says of its own form, in a collection of its own. */
export interface DatabaseState extends StoredDocument {
  /** Number of the last migration that is done, and with it that of the database. */
  readonly migratedTo: number;
  /** Which run migrates now, and until when it is believed to be alive. */
  readonly lease: { readonly holder: string; readonly until: Date } | null;
  readonly progress: MigrationProgress | null;
  /** Documents that could not be read and were left as they are. */
  readonly unreadable: readonly UnreadableDocument[];
}

export interface UnreadableDocument {
  readonly migration: number;
  readonly id: string;
}

/** How far the migration that is under way has got. */
export interface MigrationProgress {
  readonly migration: number;
  readonly documents: number;
  /** ID up to which a collection is done, by collection. */
  readonly positions: Readonly<Record<string, string>>;
}

/** There is one database, and one document. */
export const stateId = 'database';

export function stateCollection(database: Db): Collection<DatabaseState> {
  return database.collection<DatabaseState>('deployment');
}

/**
 * The state of the database. One that says nothing of itself was written by a version before databases had numbers; one
 * that is empty as well has no state at all yet.
 */
export async function readState(database: Db): Promise<DatabaseState | undefined> {
  const stored = await inDatabase(() => stateCollection(database).findOne({ _id: stateId }));
  if (stored !== null) return stored;
  return (await isEmpty(database)) ? undefined : stateAt(0);
}

/** Writes down where the database begins: an empty one with the newest number, because nothing is to be migrated in it. */
export async function ensureState(database: Db, newest: number): Promise<DatabaseState> {
  const state = (await readState(database)) ?? stateAt(newest);
  const { _id, ...members } = state;
  try {
    await inDatabase(() =>
      stateCollection(database).updateOne({ _id }, { $setOnInsert: members }, { upsert: true }),
    );
  } catch (error) {
    // Another instance has just written it.
    if (!isDuplicateKey(error)) throw error;
  }
  return (await readState(database)) ?? state;
}

function stateAt(migratedTo: number): DatabaseState {
  return {
    _id: stateId,
    schema: schemaNumbers.deployment,
    migratedTo,
    lease: null,
    progress: null,
    unreadable: [],
  };
}

async function isEmpty(database: Db): Promise<boolean> {
  for (const name of Object.keys(schemaNumbers)) {
    const found = await inDatabase(() => database.collection(name).findOne({}, { projection: { _id: 1 } }));
    if (found !== null) return false;
  }
  return true;
}
