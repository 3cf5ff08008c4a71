import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Connection } from 'mongoose';
import { declareCollections } from '../adapters/outbound/mongo/all-collections.ts';
import {
  DatabaseMigrator,
  type DatabaseStatus,
  type MigrationListener,
} from '../adapters/outbound/mongo/migrations/database-migrator.ts';
import {
  acceptKeys,
  checksOf,
  forgetKeyChecks,
  misfitOf,
} from '../adapters/outbound/mongo/migrations/database-owner.ts';
import { MigrationLease } from '../adapters/outbound/mongo/migrations/migration-lease.ts';
import { indexText, type MissingIndex, missingIndexes } from '../adapters/outbound/mongo/missing-indexes.ts';
import { MongoAuditLog } from '../adapters/outbound/mongo/mongo-audit-log.ts';
import { type IndexListener, prepareCollections } from '../adapters/outbound/mongo/prepare-collections.ts';
import { shardCommands } from '../adapters/outbound/mongo/sharding/shard-commands.ts';
import { SystemClock } from '../adapters/outbound/system-clock.ts';
import { AuditChanges } from '../application/operator/audit-changes.ts';
import { readDatabaseName, readDeployment } from './config.ts';
import { refuseMisfit } from './fit-database.ts';
import { namingDatabaseFaults, type OpenedForCommand, openForCommand } from './open-for-command.ts';
import { ConfigError } from './settings.ts';
import { StartError } from './start-error.ts';

/**
 * How long a database connection may wait for an answer. The time is long, because building an index on millions of documents
 * takes long.
 */
const SOCKET_TIMEOUT_MS = 30 * 60_000;

/**
 * Opens the database for `kassa-admin database` without starting the gateway, because the gateway does not start before its
 * database is migrated.
 */
export function openDatabase(
  variables: NodeJS.ProcessEnv,
): Promise<OpenedForCommand<DatabaseAdministration>> {
  const administer = (connection: Connection, databaseName: string) =>
    new DatabaseAdministration(connection, databaseName, variables);
  return openForCommand(variables, administer, SOCKET_TIMEOUT_MS);
}

export type PrintedShardCommands =
  | { readonly kind: 'printed'; readonly commands: string }
  | { readonly kind: 'misconfigured'; readonly message: string };

/** Returns the commands that divide the collections among the shards of a cluster. Opens no database. */
export function printShardCommands(variables: NodeJS.ProcessEnv): PrintedShardCommands {
  try {
    return { kind: 'printed', commands: shardCommands(readDatabaseName(variables)) };
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'misconfigured', message: error.message };
    throw error;
  }
}

/** The database's state: whether it must be migrated for this version, and which indexes are missing. */
type AdministeredStatus = DatabaseStatus & { readonly missingIndexes: readonly MissingIndex[] };

/** Learns of the progress of a migration, and of the index builds after it. */
type DatabaseListener = MigrationListener & IndexListener;

type Refused = { readonly kind: 'refused'; readonly message: string };

export class DatabaseAdministration {
  readonly #connection: Connection;
  readonly #databaseName: string;
  readonly #migrator: DatabaseMigrator;
  readonly #variables: NodeJS.ProcessEnv;

  constructor(connection: Connection, databaseName: string, variables: NodeJS.ProcessEnv) {
    declareCollections(connection);
    this.#connection = connection;
    this.#databaseName = databaseName;
    this.#variables = variables;
    this.#migrator = new DatabaseMigrator(connection);
  }

  status(): Promise<AdministeredStatus> {
    return namingDatabaseFaults(async () => {
      const status = await this.#migrator.status();
      return { ...status, missingIndexes: await missingIndexes(this.#connection) };
    });
  }

  /**
   * Migrates the database, and then builds the indexes that it lacks. Records both in the audit log. Does nothing if there is
   * nothing to do.
   */
  migrate(operator: string | undefined, listener: DatabaseListener): Promise<AdministeredStatus> {
    return namingDatabaseFaults(() => this.#migrate(operator, listener));
  }

  async #migrate(operator: string | undefined, listener: DatabaseListener): Promise<AdministeredStatus> {
    const before = await this.status();
    if (before.kind === 'newer') return before;
    await this.#migrator.begin();
    if (before.kind === 'outstanding' || before.unreadable.length > 0) {
      const what = `schema number ${before.migratedTo} to ${before.newest}`;
      await this.#record('database.migrate', operator, what, () => this.#migrator.migrate(listener));
    }
    if (before.migratedTo === null) await this.#prepare(listener);
    else await this.#buildMissingIndexes(operator, listener);
    return this.status();
  }

  /** Looks for missing indexes only now, because a migration can drop an index that this version has replaced. */
  async #buildMissingIndexes(operator: string | undefined, listener: DatabaseListener): Promise<void> {
    const missing = await missingIndexes(this.#connection);
    if (missing.length === 0) return;
    const what = `indexes ${missing.map(indexText).join(', ')}`;
    await this.#record('database.migrate', operator, what, () => this.#prepare(listener));
  }

  /** Creates the collections and builds the indexes. Only one run at a time may do so, because it also replaces indexes. */
  async #prepare(listener: DatabaseListener): Promise<void> {
    const lease = await MigrationLease.take(this.#connection, () => listener.waitsForAnotherRun());
    const renewing: IndexListener = {
      buildsIndex: (index, documents) => listener.buildsIndex(index, documents),
      stillBuildsIndex: async (index, seconds) => {
        await lease.note({ progress: null });
        await listener.stillBuildsIndex(index, seconds);
      },
    };
    try {
      await prepareCollections(this.#connection, renewing, 'replace');
    } finally {
      // If the release fails, ignore the error, because the lease expires by itself.
      await lease.release().catch(() => undefined);
    }
  }

  /**
   * Removes the check values of the encryption keys from the database, so that a gateway with other keys can start. Records
   * this in the audit log. Does nothing if the database has no check values.
   */
  forgetKeys(operator: string | undefined): Promise<AdministeredStatus> {
    return namingDatabaseFaults(() => this.#forgetKeys(operator));
  }

  async #forgetKeys(operator: string | undefined): Promise<AdministeredStatus> {
    const before = await this.status();
    const isNothingKnown = before.migratedTo === null || before.keyChecks?.length === 0;
    if (before.kind === 'newer' || isNothingKnown) return before;
    await this.#migrator.begin();
    const what = `check values ${before.keyChecks?.join(', ') ?? 'none recorded'}`;
    await this.#record('database.forget_keys', operator, what, () => forgetKeyChecks(this.#connection));
    return this.status();
  }

  /**
   * Accepts the keys in the environment variables. A gateway can then start with them, even if the first key of a variable is
   * new to the database. Records this in the audit log.
   */
  acceptKeys(operator: string | undefined): Promise<AdministeredStatus | Refused> {
    return namingDatabaseFaults(() => this.#acceptKeys(operator));
  }

  async #acceptKeys(operator: string | undefined): Promise<AdministeredStatus | Refused> {
    const before = await this.status();
    if (before.migratedTo === null || before.kind === 'newer') return before;
    try {
      const deployment = readDeployment(this.#variables);
      const misfit = await misfitOf(this.#connection, deployment);
      if (misfit?.kind !== 'used_too_early') refuseMisfit(misfit, deployment);
      const checks = [...checksOf(deployment.encryptionKeys), ...checksOf(deployment.sessionKeys)];
      await this.#record('database.accept_keys', operator, `check values ${checks.join(', ')}`, () =>
        acceptKeys(this.#connection, deployment),
      );
    } catch (error) {
      if (error instanceof StartError) return { kind: 'refused', message: error.message };
      throw error;
    }
    return this.status();
  }

  /** Makes a change and records it in the audit log. */
  async #record(
    action: 'database.migrate' | 'database.forget_keys' | 'database.accept_keys',
    operator: string | undefined,
    what: string,
    change: () => Promise<unknown>,
  ): Promise<void> {
    const changes = new AuditChanges({
      audit: new MongoAuditLog(this.#connection),
      clock: new SystemClock(),
    });
    await changes.record(
      {
        operator: operator ?? null,
        address: hostname(),
        requestId: `req_${randomBytes(12).toString('hex')}`,
        action,
        about: [this.#databaseName],
        details: { what },
      },
      async () => {
        await change();
        return { kind: 'done' };
      },
      () => [],
    );
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
