import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import {
  DatabaseMigrator,
  type DatabaseStatus,
  type MigrationListener,
} from '../adapters/outbound/mongo/migrations/database-migrator.ts';
import type { Environment } from '../domain/environment.ts';
import { StartError } from './start-error.ts';

/**
 * Thrown when the stored data has the format of another version of the gateway. The message names what the operator should do.
 */
export class DatabaseFormError extends StartError {
  override readonly name = 'DatabaseFormError';
}

/**
 * Makes sure that the stored data has the format of this version. In the sandbox, the gateway migrates the data when it starts.
 * In production, it refuses to start, and an operator runs the migration. Returns the deployment's ID; null if the database is
 * older than these IDs.
 *
 * @throws {DatabaseFormError} when a later version has migrated the database or, in production, when a migration is outstanding
 */
export async function fitDatabase(
  connection: Connection,
  environment: Environment,
  logger: Logger,
): Promise<string | null> {
  const migrator = new DatabaseMigrator(connection);
  const status = await migrator.status();
  refuseNewer(status);
  if (status.kind === 'fits') {
    await migrator.begin();
    return migrator.deploymentId();
  }
  if (environment === 'production') throw new DatabaseFormError(outstandingText(status));
  refuseNewer(await migrator.migrate(toldTo(logger)));
  return migrator.deploymentId();
}

function refuseNewer({ kind, migratedTo, newest }: DatabaseStatus): void {
  if (kind !== 'newer') return;
  throw new DatabaseFormError(
    `The database has schema number ${migratedTo}, and this version knows none beyond ${newest}. ` +
      'Start the version that has migrated it, or put back the backup from before its migration.',
  );
}

function outstandingText({ outstanding, migratedTo, newest }: DatabaseStatus): string {
  const names = outstanding.map(({ number, name }) => `${number} ${name}`).join(', ');
  const why =
    migratedTo === newest
      ? 'An instance of the version before has written to the database since it was migrated'
      : `The database has schema number ${migratedTo}, and this version needs ${newest}`;
  return (
    `${why} (outstanding: ${names}). Stop all instances of the version before, ` +
    'run `kassa-admin database migrate` with MONGODB_URI and KASSA_DATABASE_NAME, then start again.'
  );
}

function toldTo(logger: Logger): MigrationListener {
  return {
    waitsForAnotherRun: () => logger.info('another instance migrates the database'),
    begins: ({ number, name }) => logger.info({ number, name }, 'a migration of the database begins'),
    hasDone: ({ name }, documents) => logger.debug({ name, documents }, 'documents are migrated'),
    couldNotRead: (id, error) =>
      logger.error({ id, err: error }, 'a document cannot be read, and stays as it is'),
  };
}
