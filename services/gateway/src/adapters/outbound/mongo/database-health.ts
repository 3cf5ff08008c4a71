import type { Connection } from 'mongoose';
import type { Health } from '../../../ports/health.ts';
import { DatabaseReach } from './database-reach.ts';
import { allMigrations } from './migrations/all-migrations.ts';
import { stateId } from './migrations/database-state.ts';
import type { StoredCollection } from './schema-numbers.ts';

const newest = allMigrations.at(-1)?.number ?? 0;

/** How long the database may take to answer. If it takes longer, the gateway is not ready to serve requests. */
const PATIENCE_MS = 1_000;

/**
 * Checks that the database answers, and that it is migrated to the format that this version of the gateway reads and writes.
 *
 * The election of another primary is not a fault. All instances notice it at the same time, and their calls wait until it ends.
 * If all instances became unready instead, their proxy would refuse these calls.
 */
export class DatabaseHealth implements Health {
  readonly #connection: Connection;
  readonly #reach: DatabaseReach;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#reach = new DatabaseReach(connection.getClient());
  }

  async faults(): Promise<readonly string[]> {
    const faults = await this.#faultsOfAnswer();
    return this.#reach.isElecting ? [] : faults;
  }

  async #faultsOfAnswer(): Promise<readonly string[]> {
    // Use a separate timer for the answer, because the driver's own timeout is longer.
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), PATIENCE_MS);
    try {
      const outcome = await Promise.race([this.#migratedTo(), late]);
      return outcome === 'late'
        ? [`the database does not answer within ${PATIENCE_MS} ms`]
        : faultsOfFormat(outcome);
    } catch {
      return ['the database does not answer'];
    } finally {
      clearTimeout(timer);
    }
  }

  /** Returns the schema number of the database; undefined if it is not recorded. */
  async #migratedTo(): Promise<unknown> {
    const answer = await this.#connection.db?.command({
      find: 'deployment' satisfies StoredCollection,
      filter: { _id: stateId },
      projection: { migratedTo: 1 },
      limit: 1,
      singleBatch: true,
    });
    return answer?.cursor?.firstBatch?.[0]?.migratedTo;
  }
}

/**
 * Check the format here too, not only when the gateway starts: another version can migrate the database while this version
 * runs.
 */
function faultsOfFormat(migratedTo: unknown): readonly string[] {
  if (typeof migratedTo !== 'number' || migratedTo === newest) return [];
  return [
    migratedTo > newest
      ? `the database has schema number ${migratedTo}, and this version knows none beyond ${newest}`
      : `migrations are outstanding: the database has schema number ${migratedTo}, and this version needs ${newest}`,
  ];
}
