import { growingCache } from '../growing-cache.ts';

/** The largest number of keys that are remembered. The keys that were counted longest ago are forgotten first. */
const MAX_KEYS = 50_000;
/** The number of equal slices into which the window is divided. Counts leave the window one slice at a time. */
const SLICES = 20;

/** Counts any number of events by key within a time window that ends now. Old events leave the window one slice at a time. */
export class CountsInWindow {
  readonly #sliceMs: number;
  readonly #slices = growingCache<string, ReadonlyMap<number, number>>(MAX_KEYS);

  constructor(windowMs: number) {
    this.#sliceMs = windowMs / SLICES;
  }

  add(key: string, nowMs: number): void {
    const slices = new Map(this.#recent(key, nowMs));
    const slice = this.#sliceAt(nowMs);
    this.#slices.set(key, slices.set(slice, (slices.get(slice) ?? 0) + 1));
  }

  count(key: string, nowMs: number): number {
    return this.#recent(key, nowMs).reduce((sum, [, count]) => sum + count, 0);
  }

  #recent(key: string, nowMs: number): readonly (readonly [number, number])[] {
    const first = this.#sliceAt(nowMs) - SLICES;
    return [...(this.#slices.get(key) ?? [])].filter(([slice]) => slice > first);
  }

  #sliceAt(timeMs: number): number {
    return Math.floor(timeMs / this.#sliceMs);
  }
}
