import { randomUUID } from 'node:crypto';
import { type Claim, type EventStore, REMEMBERED_SECONDS } from './event-store.ts';

interface Entry {
  readonly state: 'claimed' | 'done';
  readonly token: string;
  readonly endsAtMs: number;
}

const DEFAULT_MAX_EVENTS = 100_000;

/**
 * Stores events in this process. Use it in tests, in development, and for a receiver with a single process that may handle an
 * event again after a restart. Otherwise use a durable store that all processes share.
 */
export class MemoryEventStore implements EventStore {
  readonly #entries = new Map<string, Entry>();
  readonly #maxEvents: number;

  /** @param options.maxEvents how many events to remember, 100,000 by default; the oldest are dropped first */
  constructor({ maxEvents = DEFAULT_MAX_EVENTS }: { readonly maxEvents?: number | undefined } = {}) {
    if (!Number.isInteger(maxEvents) || maxEvents < 1) {
      throw new TypeError('maxEvents must be a whole number of at least 1.');
    }
    this.#maxEvents = maxEvents;
  }

  async claim(eventId: string, forSeconds: number): Promise<Claim> {
    const known = this.#entries.get(eventId);
    if (known !== undefined && known.endsAtMs > Date.now()) {
      return { kind: known.state === 'done' ? 'done' : 'in_progress' };
    }
    const token = randomUUID();
    this.#put(eventId, { state: 'claimed', token, endsAtMs: Date.now() + forSeconds * 1000 });
    return { kind: 'claimed', token };
  }

  async complete(eventId: string): Promise<void> {
    this.#put(eventId, { state: 'done', token: '', endsAtMs: Date.now() + REMEMBERED_SECONDS * 1000 });
  }

  async release(eventId: string, token: string): Promise<void> {
    if (this.#entries.get(eventId)?.token === token) this.#entries.delete(eventId);
  }

  /** Stores an event as the newest one. Then forgets expired events, and the oldest handled events if there are too many. */
  #put(eventId: string, entry: Entry): void {
    this.#entries.delete(eventId);
    this.#entries.set(eventId, entry);
    for (const [oldId, { state, endsAtMs }] of this.#entries) {
      const isOver = endsAtMs <= Date.now();
      const isSurplus = this.#entries.size > this.#maxEvents && state === 'done';
      if (!isOver && !isSurplus) break;
      this.#entries.delete(oldId);
    }
  }
}
