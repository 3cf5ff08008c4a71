import { randomBytes } from 'node:crypto';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Environment } from '../../../../domain/environment.ts';
import { TemporarilyUnavailable } from '../../../../ports/temporarily-unavailable.ts';
import { inDatabase, isDuplicateKey } from '../database-errors.ts';
import { type StoredDocument, schemaNumbers } from '../schema-numbers.ts';

/** How far the database is migrated. One document in the collection `deployment` stores this. */
export interface DatabaseState extends StoredDocument {
  /** The number of the last finished migration, which is also the schema number of the database. */
  readonly migratedTo: number;
  /** The migration run that is at work. Its lease expires at `until` unless the run renews it. Null if no run is at work. */
  readonly lease: { readonly holder: string; readonly until: Date } | null;
  readonly progress: MigrationProgress | null;
  /** Documents that the migrations could not read and have left unchanged. */
  readonly unreadable: readonly UnreadableDocument[];
  /** The random ID of the deployment that uses this database. Absent if the database is older than these IDs. */
  readonly deploymentId?: string;
  /** Absent until a gateway that stores its environment has started on this database. */
  readonly environment?: Environment;
  /**
   * The check values of the encryption keys with which gateways have started on this database. Absent until a gateway that
   * stores them has started. Empty after an operator has told the database to forget them.
   */
  readonly keyChecks?: readonly string[];
  /** The same for the session keys. Nothing in the database depends on them, so all of them can be replaced at once. */
  readonly sessionKeyChecks?: readonly string[];
  /** The check values of encryption keys that no stored secret needs any more. Absent until a key was retired. */
  readonly retiredKeyChecks?: readonly string[];
}

export interface UnreadableDocument {
  readonly migration: number;
  readonly id: string;
}

/** The progress of a migration that is not finished. An interrupted migration continues from here. */
export interface MigrationProgress {
  readonly migration: number;
  readonly documents: number;
  /** How far the migration has got in each collection: it has finished all documents up to the given ID. */
  readonly positions: Readonly<Record<string, string>>;
}

/** The ID of the only document in the collection `deployment`. */
export const stateId = 'database';

export function stateCollection(database: Db): Collection<DatabaseState> {
  return database.collection<DatabaseState>('deployment');
}

/**
 * Reads how far the database is migrated; undefined if the database is empty. If there is data but no recorded state, an early
 * version of the gateway wrote the data. In that case, no migration has run yet (number 0).
 */
export async function readState(database: Db): Promise<DatabaseState | undefined> {
  const stored = await inDatabase(() => stateCollection(database).findOne({ _id: stateId }));
  if (stored !== null) return stored;
  return (await isEmpty(database)) ? undefined : stateAt(0);
}

/**
 * Returns how far the database is migrated, and records it if it is not recorded yet. An empty database gets the number of the
 * newest migration, because it has nothing to migrate.
 */
export async function ensureState(database: Db, newest: number): Promise<DatabaseState> {
  const state = (await readState(database)) ?? { ...stateAt(newest), deploymentId: newDeploymentId() };
  const { _id, ...members } = state;
  await createCollection(database);
  try {
    await inDatabase(() =>
      stateCollection(database).updateOne({ _id }, { $setOnInsert: members }, { upsert: true }),
    );
  } catch (error) {
    // The insert may fail because another instance has just recorded the state. That is no error.
    if (!isDuplicateKey(error)) throw error;
  }
  return (await readState(database)) ?? state;
}

/**
 * Creates the collection before the first write. The embedded database sometimes cannot create a collection within a write, if
 * it has just dropped other databases.
 */
async function createCollection(database: Db): Promise<void> {
  try {
    await inDatabase(() => database.createCollection(stateCollection(database).collectionName));
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailable && isNamespaceExists(error.cause))) throw error;
  }
}

/** Whether the database refuses to create a collection because another instance has already created it. */
function isNamespaceExists(error: unknown): boolean {
  return error instanceof MongoServerError && error.codeName === 'NamespaceExists';
}

function newDeploymentId(): string {
  return randomBytes(8).toString('hex');
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
