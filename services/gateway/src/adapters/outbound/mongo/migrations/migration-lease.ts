import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, trusted } from 'mongoose';
import { DATABASE_DEADLINE_MS, inDatabase } from '../database-errors.ts';
import { type DatabaseState, type MigrationProgress, stateId, stateModel } from './database-state.ts';

/**
 * How long the lease of a migration run is valid unless the run renews it. The run renews it with each batch of documents, and
 * a batch takes less time than this. After a run was killed, other runs wait until its lease expires.
 */
const LEASE_MS = 2 * DATABASE_DEADLINE_MS;
const ASK_EVERY_MS = 250;

/**
 * Lets only one run at a time migrate a database. Two runs at the same time would do no harm, but would do all the work twice.
 */
export class MigrationLease {
  readonly #connection: Connection;
  readonly #holder = `run_${randomBytes(8).toString('hex')}`;

  private constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * Waits until no other run is migrating the database, then takes the lease.
   *
   * @param tellWaiting called once if another run is in progress
   */
  static async take(connection: Connection, tellWaiting: () => void): Promise<MigrationLease> {
    const lease = new MigrationLease(connection);
    for (let isReported = false; !(await lease.#tryTake()); isReported = true) {
      if (!isReported) tellWaiting();
      await pause(ASK_EVERY_MS);
    }
    return lease;
  }

  /**
   * Records the progress of this run and renews its lease.
   *
   * @throws {Error} when another run has taken the lease over
   */
  async note(
    state: Partial<Pick<DatabaseState, 'migratedTo' | 'unreadable'>> & { progress: MigrationProgress | null },
  ) {
    const { matchedCount } = await inDatabase(() =>
      stateModel(this.#connection).updateOne(
        { _id: stateId, 'lease.holder': this.#holder },
        { $set: { ...state, lease: this.#untilLater() } },
      ),
    );
    if (matchedCount === 0) throw new Error('another run of the migration has taken over');
  }

  async release(): Promise<void> {
    await inDatabase(() =>
      stateModel(this.#connection).updateOne(
        { _id: stateId, 'lease.holder': this.#holder },
        { $set: { lease: null } },
      ),
    );
  }

  async #tryTake(): Promise<boolean> {
    const { matchedCount } = await inDatabase(() =>
      stateModel(this.#connection).updateOne(
        { _id: stateId, $or: [{ lease: null }, { 'lease.until': trusted({ $lte: new Date() }) }] },
        { $set: { lease: this.#untilLater() } },
      ),
    );
    return matchedCount === 1;
  }

  #untilLater() {
    return { holder: this.#holder, until: new Date(Date.now() + LEASE_MS) };
  }
}
