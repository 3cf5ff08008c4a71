import { randomUUID } from 'node:crypto';
import { type Claim, type EventStore, REMEMBERED_SECONDS } from './event-store.ts';

/**
 * The members that the store uses from a collection of the `mongodb` driver (version 6 or newer). They are declared here, so
 * that the SDK does not depend on one version of the driver.
 */
export interface MongoCollection {
  /** The driver's own member. */
  createIndex(key: Record<string, 1>, options: { expireAfterSeconds: number }): Promise<unknown>;
  /** The driver's own member. */
  updateOne(
    filter: Record<string, unknown>,
    update: Record<string, unknown>,
    options: { upsert: true },
  ): Promise<unknown>;
  /** The driver's own member. */
  findOneAndUpdate(
    filter: Record<string, unknown>,
    update: Record<string, unknown>[],
    options: { returnDocument: 'after' },
  ): Promise<object | null>;
  /** The driver's own member. */
  deleteOne(filter: Record<string, unknown>): Promise<unknown>;
}

interface StoredEvent {
  readonly state: 'claimed' | 'done';
  readonly token: string;
}

/**
 * Stores events in a MongoDB collection, for receivers with any number of processes. All times come from the database server,
 * so the receivers' clocks do not matter. A TTL index, which the first claim creates, removes expired documents.
 *
 * Use a separate collection. The store uses the collection's write concern and read preference; the write concern must be
 * `majority`, which is the server's default.
 */
export class MongoEventStore implements EventStore {
  readonly #collection: MongoCollection;
  #index: Promise<unknown> | undefined;

  constructor(collection: MongoCollection) {
    this.#collection = collection;
  }

  async claim(eventId: string, forSeconds: number): Promise<Claim> {
    await this.#ensureIndex();
    const token = randomUUID();
    const { state, token: holder } = await this.#claimOrFind(eventId, token, forSeconds);
    if (state === 'done') return { kind: 'done' };
    return holder === token ? { kind: 'claimed', token } : { kind: 'in_progress' };
  }

  async complete(eventId: string): Promise<void> {
    await this.#write(eventId, { state: 'done', token: '', ends_at: secondsFromNow(REMEMBERED_SECONDS) });
  }

  async release(eventId: string, token: string): Promise<void> {
    await this.#collection.deleteOne({ _id: eventId, token });
  }

  /**
   * Claims the event unless another claim is still valid. Returns the stored document, which shows who has the claim. Both
   * happen in one atomic step.
   */
  async #claimOrFind(eventId: string, token: string, forSeconds: number): Promise<StoredEvent> {
    const isFree = { $lte: ['$ends_at', '$$NOW'] };
    return this.#write(eventId, {
      state: { $cond: [isFree, 'claimed', '$state'] },
      token: { $cond: [isFree, token, '$token'] },
      ends_at: { $cond: [isFree, secondsFromNow(forSeconds), '$ends_at'] },
    });
  }

  /**
   * Sets members of an event's document, which is created first if it is missing. The values may be expressions with the
   * database server's time (`$$NOW`). Creation is a separate step, because MongoDB loses `$$NOW` when it retries an upsert
   * after a write conflict.
   */
  async #write(eventId: string, members: Record<string, unknown>): Promise<StoredEvent> {
    for (;;) {
      await this.#collection.updateOne(
        { _id: eventId },
        { $setOnInsert: { state: 'new', ends_at: LONG_AGO } },
        { upsert: true },
      );
      const stored = await this.#collection.findOneAndUpdate({ _id: eventId }, [{ $set: members }], {
        returnDocument: 'after',
      });
      // If the document is missing, the TTL index or the release of a claim removed it after the upsert. In that case, repeat
      // the upsert and the update.
      if (stored !== null) return stored as StoredEvent;
    }
  }

  async #ensureIndex(): Promise<void> {
    this.#index ??= this.#collection.createIndex({ ends_at: 1 }, { expireAfterSeconds: 0 });
    try {
      await this.#index;
    } catch (error) {
      // The next claim tries again.
      this.#index = undefined;
      throw error;
    }
  }
}

/**
 * The expiry of a document that nobody has claimed yet. It lies in the past, so that any caller can claim the event. If nobody
 * does, the TTL index removes the document.
 */
const LONG_AGO = new Date(0);

function secondsFromNow(seconds: number): object {
  return { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.ceil(seconds * 1000) } };
}
