import { randomUUID } from 'node:crypto';
import { type Claim, type EventStore, REMEMBERED_SECONDS } from './event-store.ts';

/** What is used of a collection of the `mongodb` driver (version 6 or newer), so that no version is imposed. */
export interface MongoCollection {
  /** As the driver has it. */
  createIndex(key: Record<string, 1>, options: { expireAfterSeconds: number }): Promise<unknown>;
  /** As the driver has it. */
  updateOne(
    filter: Record<string, unknown>,
    update: Record<string, unknown>,
    options: { upsert: true },
  ): Promise<unknown>;
  /** As the driver has it. */
  findOneAndUpdate(
    filter: Record<string, unknown>,
    update: Record<string, unknown>[],
    options: { returnDocument: 'after' },
  ): Promise<object | null>;
  /** As the driver has it. */
  deleteOne(filter: Record<string, unknown>): Promise<unknown>;
}

interface StoredEvent {
  readonly state: 'claimed' | 'done';
  readonly token: string;
}

/**
 * Remembers events in a MongoDB collection, for receivers of any number of processes. Times are those of the
 * database, so the clocks of the receivers do not matter. Documents that are over are removed by an index,
 * which is made at the first claim.
 *
 * Give it a collection of its own; write concern and read preference are the collection's (`majority` is the
 * server's default, and what this needs).
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

  /** One atomic step: writes the claim unless something stands that has not ended, and answers what stands. */
  async #claimOrFind(eventId: string, token: string, forSeconds: number): Promise<StoredEvent> {
    const isFree = { $lte: ['$ends_at', '$$NOW'] };
    return this.#write(eventId, {
      state: { $cond: [isFree, 'claimed', '$state'] },
      token: { $cond: [isFree, token, '$token'] },
      ends_at: { $cond: [isFree, secondsFromNow(forSeconds), '$ends_at'] },
    });
  }

  /**
   * Sets members by expressions that may use the server's time. The document is made in a step of its own: an
   * upsert that the server repeats by itself, because another was faster, does not know the time any more.
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
      // Null when the index, or a release, has removed it between the two steps.
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

/** A new document has ended: it is free to be claimed, and the index removes it should nobody come to that. */
const LONG_AGO = new Date(0);

function secondsFromNow(seconds: number): object {
  return { $dateAdd: { startDate: '$$NOW', unit: 'millisecond', amount: Math.ceil(seconds * 1000) } };
}
