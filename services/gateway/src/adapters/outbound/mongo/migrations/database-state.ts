import type { Collection, Db } from 'mongodb';
import { inDatabase, isDuplicateKey } from '../database-errors.ts';
import { type StoredDocument, schemaNumbers } from '../schema-numbers.ts';

/** The state of the database's form, in a separate collection. */
export interface DatabaseState extends StoredDocument {
  /** The number of the last finished migration. It is also the number of the database. */
  readonly migratedTo: number;
  /** The run that migrates now, and until when it counts as alive. */
  readonly lease: { readonly holder: string; readonly until: Date } | null;
  readonly progress: MigrationProgress | null;
  /** Documents that could not be read and were left unchanged. */
  readonly unreadable: readonly UnreadableDocument[];
}

export interface UnreadableDocument {
  readonly migration: number;
  readonly id: string;
}

/** The progress of the migration that is under way. */
export interface MigrationProgress {
  readonly migration: number;
  readonly documents: number;
  /** For each collection, the ID up to which it is done. */
  readonly positions: Readonly<Record<string, string>>;
}

/** There is one database, and so one document. */
export const stateId = 'database';

export function stateCollection(database: Db): Collection<DatabaseState> {
  return database.collection<DatabaseState>('deployment');
}

/**
 * Reads the state of the database. A database without a state was written by a version that did not number
 * databases yet. An empty database has no state yet.
 */
export async function readState(database: Db): Promise<DatabaseState | undefined> {
  const stored = await inDatabase(() => stateCollection(database).findOne({ _id: stateId }));
  if (stored !== null) return stored;
  return (await isEmpty(database)) ? undefined : stateAt(0);
}

/**
 * Stores the state if there is none. An empty database starts with the newest number, because it holds nothing to
 * migrate.
 */
export async function ensureState(database: Db, newest: number): Promise<DatabaseState> {
  const state = (await readState(database)) ?? stateAt(newest);
  const { _id, ...members } = state;
  try {
    await inDatabase(() =>
      stateCollection(database).updateOne({ _id }, { $setOnInsert: members }, { upsert: true }),
    );
  } catch (error) {
    // Another instance has just stored the state.
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
