import { type Connection, type Model, trusted } from 'mongoose';
import type { MovableClock } from '../../../ports/movable-clock.ts';
import { collectionModel } from './collection-model.ts';
import { inDatabase, isDuplicateKey } from './database-errors.ts';
import { collectionSchema, whole } from './document-fields.ts';
import { type StoredDocument, schemaNumbers } from './schema-numbers.ts';

interface ClockDocument extends StoredDocument {
  /** How many milliseconds the sandbox's clock is ahead of real time. */
  readonly aheadMs: number;
}

/** There is one clock, and so one document. */
const _id = 'business';
/**
 * How often an instance reads the stored time. When an operator moves the clock, every instance follows within half a second,
 * including the time for the read.
 */
const LOOK_EVERY_MS = 250;

const schema = collectionSchema<ClockDocument>('sandbox_clock', { aheadMs: whole });

export function sandboxClockModel(connection: Connection): Model<ClockDocument> {
  return collectionModel(connection, 'SandboxClock', schema);
}

/**
 * The sandbox's clock, which an operator can move ahead of real time. The database stores how far it is ahead, so that all
 * instances agree and a restart does not reset the clock.
 */
export class MongoSandboxClock implements MovableClock {
  readonly #model: Model<ClockDocument>;
  readonly #timer: NodeJS.Timeout;
  #aheadMs = 0;
  #look: Promise<void> | undefined;

  /**
   * The constructor is private, because `open` must first create the clock and read the stored time. Without that first
   * reading, the clock would show real time and then jump.
   */
  private constructor(connection: Connection) {
    this.#model = sandboxClockModel(connection);
    this.#timer = setInterval(() => this.#lookSoon(), LOOK_EVERY_MS);
    this.#timer.unref();
  }

  static async open(connection: Connection): Promise<MongoSandboxClock> {
    const clock = new MongoSandboxClock(connection);
    await clock.#follow();
    return clock;
  }

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  realNow(): Date {
    return new Date();
  }

  async advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'> {
    await this.#ensureStored();
    const moved = await inDatabase(() =>
      this.#model
        .findOneAndUpdate(
          { _id, aheadMs: trusted({ $lte: limitMs - byMs }) },
          { $inc: { aheadMs: byMs } },
          { returnDocument: 'after' },
        )
        .lean<ClockDocument>(),
    );
    if (moved === null) return 'too_far_ahead';
    this.#comeTo(moved.aheadMs);
    return 'moved';
  }

  async moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'> {
    const aheadMs = moment.getTime() - Date.now();
    if (aheadMs > limitMs) return 'too_far_ahead';
    await this.#ensureStored();
    const { matchedCount } = await inDatabase(() =>
      this.#model.updateOne({ _id, aheadMs: trusted({ $lt: aheadMs }) }, { $set: { aheadMs } }),
    );
    if (matchedCount === 1) this.#comeTo(aheadMs);
    else await this.#follow();
    return matchedCount === 1 ? 'moved' : 'passed';
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#look;
  }

  async #ensureStored(): Promise<void> {
    try {
      await inDatabase(() =>
        this.#model.updateOne(
          { _id },
          { $setOnInsert: { schema: schemaNumbers.sandbox_clock, aheadMs: this.#aheadMs } },
          { upsert: true },
        ),
      );
    } catch (error) {
      // The insert may fail because another instance has just stored the clock. This is not an error.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  #lookSoon(): void {
    // Ignore a failed read. Until the next one succeeds, the clock runs on unchanged.
    this.#look ??= this.#follow()
      .catch(() => undefined)
      .finally(() => {
        this.#look = undefined;
      });
  }

  async #follow(): Promise<void> {
    const stored = await inDatabase(() => this.#model.findById(_id).lean<ClockDocument>());
    if (stored !== null) this.#comeTo(stored.aheadMs);
  }

  /** Moves the clock forward to a stored time, never back. A slow answer of the database can contain an outdated time. */
  #comeTo(aheadMs: number): void {
    this.#aheadMs = Math.max(this.#aheadMs, aheadMs);
  }
}
