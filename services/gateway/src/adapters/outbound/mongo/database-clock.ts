import type { Connection } from 'mongoose';
import { CLOCK_SKEW_SECONDS } from '../../../domain/clock-skew.ts';
import type { ClockCheck } from '../../../ports/clock-check.ts';

/**
 * How far this server's clock may differ from the database's. It is half of `CLOCK_SKEW_SECONDS`, so that the clocks of two
 * instances differ by no more than the gateway allows for.
 */
const MOST_SECONDS = CLOCK_SKEW_SECONDS / 2;

/** Compares this server's clock with the database server's. */
export class DatabaseClock implements ClockCheck {
  readonly #connection: Connection;
  readonly #now: () => number;

  /** @param now returns this server's time, in milliseconds */
  constructor(connection: Connection, now = Date.now) {
    this.#connection = connection;
    this.#now = now;
  }

  async fault(): Promise<string | null> {
    const askedAt = this.#now();
    const databaseMs = await this.#databaseTime();
    // The database read its clock at some time between the question and the answer. So the true difference may be larger than
    // computed here, but not smaller.
    const aheadMs = askedAt - databaseMs;
    const behindMs = databaseMs - this.#now();
    const wrongMs = Math.max(aheadMs, behindMs);
    if (!(wrongMs > MOST_SECONDS * 1_000)) return null;
    const direction = aheadMs > behindMs ? 'ahead of' : 'behind';
    return `this server’s clock is ${Math.round(wrongMs / 1_000)} s ${direction} the database’s; at most ${MOST_SECONDS} s are allowed`;
  }

  /** Returns the database's time in milliseconds, or NaN if the database does not report it. */
  async #databaseTime(): Promise<number> {
    try {
      const answer = await this.#connection.db?.admin().command({ hello: 1 });
      return answer?.localTime instanceof Date ? answer.localTime.getTime() : Number.NaN;
    } catch {
      return Number.NaN;
    }
  }
}
