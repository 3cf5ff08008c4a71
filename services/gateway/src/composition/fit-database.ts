import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import {
  DatabaseMigrator,
  type DatabaseStatus,
  type MigrationListener,
} from '../adapters/outbound/mongo/migrations/database-migrator.ts';
import {
  claimDatabase,
  type Deployment,
  type Misfit,
  misfitOf,
} from '../adapters/outbound/mongo/migrations/database-owner.ts';
import { StartError } from './start-error.ts';

/**
 * Thrown when the stored data has the format of another version of the gateway. The message names what the operator should do.
 */
export class DatabaseFormError extends StartError {
  override readonly name = 'DatabaseFormError';
}

/** Thrown when the database belongs to another deployment. The message names the setting that is wrong. */
export class OtherDeploymentError extends StartError {
  override readonly name = 'OtherDeploymentError';
}

/**
 * Makes sure that the database belongs to this deployment, and that the stored data has the format of this version. In the
 * sandbox, the gateway migrates the data when it starts. In production, it refuses to start, and an operator runs the
 * migration. Returns the deployment's ID; null if the database was created before deployments had IDs.
 *
 * @throws {OtherDeploymentError} when the database has another environment or other encryption keys
 * @throws {DatabaseFormError} when a later version has migrated the database or, in production, when a migration is outstanding
 */
export async function fitDatabase(
  connection: Connection,
  deployment: Deployment,
  logger: Logger,
): Promise<string | null> {
  const migrator = new DatabaseMigrator(connection);
  const status = await migrator.status();
  refuseNewer(status);
  refuseMisfit(await misfitOf(connection, deployment), deployment);
  if (status.kind === 'fits') await migrator.begin();
  else if (deployment.environment === 'production') throw new DatabaseFormError(outstandingText(status));
  else refuseNewer(await migrator.migrate(loggingListener(logger)));
  refuseMisfit(await claimDatabase(connection, deployment), deployment);
  return migrator.deploymentId();
}

/** @throws {OtherDeploymentError} when there is a misfit */
export function refuseMisfit(misfit: Misfit | undefined, { environment }: Deployment): void {
  if (misfit === undefined) return;
  if (misfit.kind === 'other_environment') {
    throw new OtherDeploymentError(
      `The database belongs to a deployment in the environment ${misfit.stored}, and KASSA_ENVIRONMENT is ${environment}. ` +
        `Correct KASSA_ENVIRONMENT, or name another database with ${databaseVariables}.`,
    );
  }
  if (misfit.kind === 'used_too_early') {
    const variable = { encryption: 'KASSA_ENCRYPTION_KEY', session: 'KASSA_SESSION_KEYS' }[misfit.keys];
    throw new OtherDeploymentError(
      `The first key of ${variable}, with the check value ${misfit.check}, is new. Instances that do not know it would refuse ` +
        'what is encrypted or signed with it. First start every instance with the new key behind the present one, and then ' +
        'with the new key in front. If no instance runs, for example after a backup from before the rotation was restored, ' +
        'run `kassa-admin database accept-keys` instead.',
    );
  }
  const known =
    misfit.stored.length === 0
      ? 'None of them decrypts a secret in the database'
      : `The keys of the database have the check values ${misfit.stored.join(', ')}`;
  throw new OtherDeploymentError(
    `KASSA_ENCRYPTION_KEY has no key of this database. Its keys have the check values ${misfit.own.join(', ')}. ${known}. ` +
      `Add a key of this deployment to KASSA_ENCRYPTION_KEY, or name another database with ${databaseVariables}. If all its ` +
      'keys are lost, run `kassa-admin database forget-keys`; then enter all accounts and merchants again.',
  );
}

const databaseVariables = 'MONGODB_URI and KASSA_DATABASE_NAME';

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
      ? 'An instance of the previous version has written to the database since it was migrated'
      : `The database has schema number ${migratedTo}, and this version needs ${newest}`;
  return (
    `${why} (outstanding: ${names}). Stop all instances of the previous version, ` +
    'run `kassa-admin database migrate` with MONGODB_URI and KASSA_DATABASE_NAME, then start again.'
  );
}

function loggingListener(logger: Logger): MigrationListener {
  return {
    waitsForAnotherRun: () => logger.info('another instance is migrating the database'),
    begins: ({ number, name }) => logger.info({ number, name }, 'a migration of the database begins'),
    hasDone: ({ name }, documents) => logger.debug({ name, documents }, 'documents are migrated'),
    couldNotRead: (id, error) =>
      logger.error({ id, err: error }, 'a document cannot be read, and stays as it is'),
  };
}
