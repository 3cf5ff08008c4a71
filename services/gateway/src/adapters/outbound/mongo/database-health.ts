import type { Connection } from 'mongoose';
import type { Health } from '../../../ports/health.ts';

/** A database slower than this is not ready to serve. */
const PATIENCE_MS = 1_000;

export class DatabaseHealth implements Health {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async faults(): Promise<readonly string[]> {
    try {
      await this.#connection.db?.command({ ping: 1 }, { timeoutMS: PATIENCE_MS });
      return [];
    } catch {
      return ['the database does not answer'];
    }
  }
}
