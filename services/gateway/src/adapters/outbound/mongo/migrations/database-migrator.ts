import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Connection } from 'mongoose';
import type { Environment } from '../../../../domain/environment.ts';
import type { StoredCollection } from '../schema-numbers.ts';
import { allMigrations } from './all-migrations.ts';
import {
  type DatabaseState,
  ensureState,
  type MigrationProgress,
  readState,
  type UnreadableDocument,
} from './database-state.ts';
import type { Migration, MigrationRun } from './migration.ts';
import { MigrationLease } from './migration-lease.ts';

/**
 * If more documents than this are unreadable, the migration stops. So many documents cannot be damaged by chance: either the
 * migration has a fault, or the encryption key belongs to another database.
 */
const MAX_UNREADABLE = 100;

/** Whether the stored data has the format that this version of the gateway reads and writes. */
export interface DatabaseStatus {
  /** `newer` means that a later version of the gateway has migrated the database, so this version must not touch it. */
  readonly kind: 'fits' | 'outstanding' | 'newer';
  /** Null for an empty database. */
  readonly migratedTo: number | null;
  readonly newest: number;
  /**
   * The migrations that still have to run. This list can contain a migration that has already run, because an instance of the
   * previous version may have written documents in the old format since then.
   */
  readonly outstanding: readonly Pick<Migration, 'number' | 'name'>[];
  readonly progress: MigrationProgress | null;
  readonly isUnderWay: boolean;
  /** IDs of documents that the migrations could not read and have left unchanged. */
  readonly unreadable: readonly string[];
  /** Null if no gateway has recorded its environment yet. */
  readonly environment: Environment | null;
  /** The check values of the encryption keys with which gateways have started on the database. Null if none was recorded. */
  readonly keyChecks: readonly string[] | null;
  /** The same for session keys. */
  readonly sessionKeyChecks: readonly string[];
}

export interface MigrationListener {
  waitsForAnotherRun(): void;
  begins(migration: Pick<Migration, 'number' | 'name'>): void;
  /** Called after each batch, with the number of documents that the migration has changed so far. */
  hasDone(migration: Pick<Migration, 'number' | 'name'>, documents: number): void;
  couldNotRead(id: string, error: unknown): void;
}

/** Migrates a database to the format that this version of the gateway reads and writes. */
export class DatabaseMigrator {
  readonly #connection: Connection;
  readonly #database: Db;
  readonly #migrations: readonly Migration[];
  readonly #newest: number;

  constructor(connection: Connection, migrations = allMigrations) {
    if (connection.db === undefined) throw new Error('the connection is not open');
    this.#connection = connection;
    this.#database = connection.db;
    this.#migrations = migrations;
    this.#newest = migrations.at(-1)?.number ?? 0;
  }

  async status(): Promise<DatabaseStatus> {
    const state = await readState(this.#connection);
    const { migratedTo = null, lease = null, progress = null, unreadable = [] } = state ?? {};
    const outstanding = state === undefined ? [] : await this.#outstanding(state, unreadable);
    const isNewer = migratedTo !== null && migratedTo > this.#newest;
    return {
      kind: isNewer ? 'newer' : outstanding.length > 0 ? 'outstanding' : 'fits',
      migratedTo,
      newest: this.#newest,
      outstanding: outstanding.map(({ number, name }) => ({ number, name })),
      progress,
      isUnderWay: lease !== null && lease.until > new Date(),
      unreadable: unreadable.map(({ id }) => id),
      environment: state?.environment ?? null,
      keyChecks: state?.keyChecks ?? null,
      sessionKeyChecks: state?.sessionKeyChecks ?? [],
    };
  }

  /** Marks an empty database as fully migrated, because it contains nothing to migrate. */
  async begin(): Promise<void> {
    await ensureState(this.#connection, this.#newest);
  }

  /** Returns the random ID of the deployment; null if the database was created before deployments had IDs. */
  async deploymentId(): Promise<string | null> {
    return (await readState(this.#connection))?.deploymentId ?? null;
  }

  /** Runs the outstanding migrations one after another. A migration that was interrupted continues where it stopped. */
  async migrate(listener: MigrationListener): Promise<DatabaseStatus> {
    const { migratedTo } = await ensureState(this.#connection, this.#newest);
    if (migratedTo > this.#newest) return this.status();
    const lease = await MigrationLease.take(this.#connection, () => listener.waitsForAnotherRun());
    try {
      // Read the database's state again. While this process waited for its turn to migrate, another process may have finished
      // the migrations.
      const state = await ensureState(this.#connection, this.#newest);
      // Include the documents that earlier runs could not read, because somebody may have repaired them.
      for (const migration of await this.#outstanding(state, [])) {
        await this.#run(migration, await ensureState(this.#connection, this.#newest), lease, listener);
      }
    } finally {
      // Release the lease, which lets only one process migrate at a time. If the release fails, ignore the error, because the
      // lease expires by itself.
      await lease.release().catch(() => undefined);
    }
    return this.status();
  }

  async #outstanding(
    { migratedTo }: DatabaseState,
    unreadable: readonly UnreadableDocument[],
  ): Promise<readonly Migration[]> {
    const outstanding: Migration[] = [];
    for (const migration of this.#migrations) {
      const isDone = migration.number <= migratedTo;
      const known = unreadable.flatMap(({ migration: of, id }) => (of === migration.number ? [id] : []));
      if (!isDone || (await migration.isLeftBehind(this.#database, known))) outstanding.push(migration);
    }
    return outstanding;
  }

  async #run(
    migration: Migration,
    state: DatabaseState,
    lease: MigrationLease,
    listener: MigrationListener,
  ): Promise<void> {
    listener.begins(migration);
    const before = state.progress?.migration === migration.number ? state.progress : null;
    const positions: Record<string, string> = { ...before?.positions };
    let documents = before?.documents ?? 0;
    let batchSince = performance.now();
    const unreadable = new Set<string>();
    const run: MigrationRun = {
      database: this.#database,
      positionIn: (collection) => positions[collection] ?? null,
      batchDone: async (collection: StoredCollection, count, position) => {
        documents += count;
        if (position === null) delete positions[collection];
        else positions[collection] = position;
        await lease.note({ progress: { migration: migration.number, documents, positions } });
        listener.hasDone(migration, documents);
        await pause(performance.now() - batchSince);
        batchSince = performance.now();
      },
      tellUnreadable: (id, error) => {
        unreadable.add(id);
        listener.couldNotRead(id, error);
        if (unreadable.size > MAX_UNREADABLE) {
          throw new Error(`more than ${MAX_UNREADABLE} documents cannot be read: the migration stops`);
        }
      },
    };
    await migration.run(run);
    await lease.note({
      migratedTo: Math.max(migration.number, state.migratedTo),
      progress: null,
      unreadable: [
        ...state.unreadable.filter(({ migration: of }) => of !== migration.number),
        ...[...unreadable].map((id) => ({ migration: migration.number, id })),
      ],
    });
  }
}
