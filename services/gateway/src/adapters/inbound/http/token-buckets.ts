export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Token buckets by key, in this process's memory: so many calls a second, with bursts. A bucket that has
 * filled up again is forgotten, so memory follows the callers of the last moments.
 */
export class TokenBuckets {
  readonly #size: BucketSize;
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();
  #nextSweepAtMs = 0;

  constructor(size: BucketSize) {
    this.#size = size;
  }

  /** Takes one token; answers undefined, or after how many seconds there will be one. */
  take(key: string, nowMs = performance.now()): number | undefined {
    this.#forgetFull(nowMs);
    const bucket = this.#buckets.get(key) ?? { tokens: this.#size.burst, atMs: nowMs };
    this.#buckets.set(key, bucket);
    bucket.tokens = this.#tokensAt(bucket, nowMs);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return (1 - bucket.tokens) / this.#size.perSecond;
    bucket.tokens -= 1;
    return undefined;
  }

  #tokensAt(bucket: { tokens: number; atMs: number }, nowMs: number): number {
    const gained = ((nowMs - bucket.atMs) / 1000) * this.#size.perSecond;
    return Math.min(bucket.tokens + gained, this.#size.burst);
  }

  #forgetFull(nowMs: number): void {
    if (nowMs < this.#nextSweepAtMs) return;
    this.#nextSweepAtMs = nowMs + SWEEP_EVERY_MS;
    for (const [key, bucket] of this.#buckets) {
      if (this.#tokensAt(bucket, nowMs) >= this.#size.burst) this.#buckets.delete(key);
    }
  }
}

const SWEEP_EVERY_MS = 10_000;
