import { growingCache } from '../growing-cache.ts';

/** The largest number of keys that are remembered. The keys that were counted longest ago are forgotten first. */
const MAX_KEYS = 50_000;

/** Counts events by key within a time window that ends now. */
export class SlidingCounts {
  readonly #windowMs: number;
  /** The largest count that a caller asks about. For each key, only this many of the latest events are remembered. */
  readonly #most: number;
  readonly #times = growingCache<string, number[]>(MAX_KEYS);

  constructor(windowMs: number, most: number) {
    this.#windowMs = windowMs;
    this.#most = most;
  }

  add(key: string, nowMs: number): void {
    const times = [...this.#recent(key, nowMs), nowMs];
    this.#times.set(key, times.slice(-this.#most));
  }

  /** Returns the number of events in the window, but not more than `most`. */
  count(key: string, nowMs: number): number {
    return this.#recent(key, nowMs).length;
  }

  /** Returns how long it takes until the window has fewer events than `limit`; 0 if it already has fewer. */
  waitMs(key: string, limit: number, nowMs: number): number {
    const times = this.#recent(key, nowMs);
    const leaves = times[times.length - limit];
    return leaves === undefined ? 0 : leaves + this.#windowMs - nowMs;
  }

  #recent(key: string, nowMs: number): readonly number[] {
    const times = this.#times.get(key) ?? [];
    const first = times.findIndex((time) => time > nowMs - this.#windowMs);
    return first === -1 ? [] : times.slice(first);
  }
}
