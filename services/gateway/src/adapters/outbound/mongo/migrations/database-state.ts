import { randomBytes } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import type { Environment } from '../../../../domain/environment.ts';
import { collectionModel } from '../collection-model.ts';
import { inDatabase, isDuplicateKey } from '../database-errors.ts';
import {
  absentOr,
  anything,
  collectionSchema,
  listOf,
  moment,
  oneOf,
  orNull,
  part,
  text,
  whole,
} from '../document-fields.ts';
import { type StoredDocument, schemaNumbers } from '../schema-numbers.ts';
import { writtenInSpiteOfConflicts } from '../write-conflicts.ts';

/** How far the database is migrated. One document in the collection `deployment` stores this. */
export interface DatabaseState extends StoredDocument {
  /** The number of the last finished migration, which is also the schema number of the database. */
  readonly migratedTo: number;
  /**
   * The migration run that is in progress. Its lease expires at `until` unless the run renews it. Null if no run is in
   * progress.
   */
  readonly lease: Lease | null;
  readonly progress: MigrationProgress | null;
  /** The documents that the migrations could not read and have left unchanged. */
  readonly unreadable: readonly UnreadableDocument[];
  /** The random ID of the deployment that uses this database. Absent if the database was created before deployments had IDs. */
  readonly deploymentId?: string;
  /** Absent until a gateway that stores its environment has started on this database. */
  readonly environment?: Environment;
  /**
   * The check values of the encryption keys with which gateways have started on this database. Absent until a gateway that
   * stores them has started. Empty after an operator has removed them.
   */
  readonly keyChecks?: readonly string[];
  /**
   * The check values of the session keys. Nothing in the database depends on these keys, so all of them can be replaced at the
   * same time.
   */
  readonly sessionKeyChecks?: readonly string[];
  /** The check values of encryption keys that no stored secret needs any more. Absent until a key was retired. */
  readonly retiredKeyChecks?: readonly string[];
}

interface Lease {
  readonly holder: string;
  readonly until: Date;
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

const schema = collectionSchema<DatabaseState>('deployment', {
  migratedTo: whole,
  lease: orNull(part<Lease>({ holder: text, until: moment })),
  progress: orNull(
    part<MigrationProgress>({
      migration: whole,
      documents: whole,
      positions: anything<MigrationProgress['positions']>(),
    }),
  ),
  unreadable: listOf(part<UnreadableDocument>({ migration: whole, id: text })),
  deploymentId: absentOr(text),
  environment: absentOr(oneOf('sandbox', 'production')),
  keyChecks: absentOr(listOf(text)),
  sessionKeyChecks: absentOr(listOf(text)),
  retiredKeyChecks: absentOr(listOf(text)),
});

export function stateModel(connection: Connection): Model<DatabaseState> {
  return collectionModel(connection, 'Deployment', schema);
}

/**
 * Reads how far the database is migrated; undefined if the database is empty. If there is data but no recorded state, an early
 * version of the gateway wrote the data. In that case, no migration has run yet (number 0).
 */
export async function readState(connection: Connection): Promise<DatabaseState | undefined> {
  const stored = await inDatabase(() => stateModel(connection).findById(stateId).lean<DatabaseState>());
  if (stored !== null) return stored;
  return (await isEmpty(connection)) ? undefined : stateAt(0);
}

/**
 * Returns how far the database is migrated, and records it if it is not recorded yet. An empty database gets the number of the
 * newest migration, because it has nothing to migrate.
 */
export async function ensureState(connection: Connection, newest: number): Promise<DatabaseState> {
  const model = stateModel(connection);
  const state = (await readState(connection)) ?? { ...stateAt(newest), deploymentId: newDeploymentId() };
  const { _id, ...members } = state;
  // Create the collection before the first write. The embedded database sometimes cannot create a collection within a write, if
  // it has just dropped other databases.
  await inDatabase(() => model.createCollection());
  try {
    await inDatabase(() =>
      writtenInSpiteOfConflicts(() => model.updateOne({ _id }, { $setOnInsert: members }, { upsert: true })),
    );
  } catch (error) {
    // The insert may fail because another instance has just recorded the state. This is not an error.
    if (!isDuplicateKey(error)) throw error;
  }
  return (await readState(connection)) ?? state;
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

async function isEmpty(connection: Connection): Promise<boolean> {
  for (const name of Object.keys(schemaNumbers)) {
    const found = await inDatabase(() => connection.collection(name).findOne({}, { projection: { _id: 1 } }));
    if (found !== null) return false;
  }
  return true;
}
