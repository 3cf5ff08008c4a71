import type { Connection } from 'mongoose';
import type { Health } from '../../../ports/health.ts';
import { isDatabaseAway } from './database-reach.ts';

/** How long the database may take to answer a ping. If it takes longer, the gateway is not ready to serve requests. */
const PATIENCE_MS = 1_000;

export class DatabaseHealth implements Health {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async faults(): Promise<readonly string[]> {
    if (isDatabaseAway()) return ['the database does not answer'];
    // Limit the time for the ping with a separate timer, because the driver's own timeout is longer.
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => resolve('late'), PATIENCE_MS);
    try {
      const answer = this.#connection.db?.command({ ping: 1 });
      const outcome = await Promise.race([answer?.then(() => 'answered' as const), late]);
      return outcome === 'answered' ? [] : [`the database does not answer within ${PATIENCE_MS} ms`];
    } catch {
      return ['the database does not answer'];
    } finally {
      clearTimeout(timer);
    }
  }
}
