import { TokenBucket } from 'limiter';

export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

export interface BucketLevel {
  /** How many calls a full bucket allows in one burst. */
  readonly limit: number;
  /** How many calls the bucket allows now. */
  readonly remaining: number;
  readonly fullInSeconds: number;
}

/**
 * Limits rates with token buckets, one for each key, in the memory of this process. A bucket allows a number of calls per
 * second and short bursts. If a caller has made no calls for a while, its bucket is full again and is removed, so memory grows
 * only with the number of recent callers.
 */
export class TokenBuckets {
  readonly #size: BucketSize;
  readonly #buckets = new Map<string, TokenBucket>();
  #nextSweepAtMs = 0;

  constructor(size: BucketSize) {
    this.#size = size;
  }

  /** How many buckets are in memory. */
  get count(): number {
    return this.#buckets.size;
  }

  /**
   * Takes one token from the key's bucket. Returns undefined on success, otherwise the seconds until the next token.
   */
  take(key: string): number | undefined {
    const bucket = this.#bucketOf(key);
    return bucket.tryRemoveTokens(1) ? undefined : bucket.getWaitTime(1) / 1000;
  }

  /** Puts back a token that a caller took. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.content = Math.min(bucket.content + 1, this.#size.burst);
  }

  /** Tells what is left in the key's bucket. */
  levelOf(key: string): BucketLevel {
    const { perSecond, burst } = this.#size;
    const bucket = this.#bucketOf(key);
    bucket.drip();
    return {
      limit: burst,
      remaining: Math.floor(bucket.content),
      fullInSeconds: Math.ceil((burst - bucket.content) / perSecond),
    };
  }

  #bucketOf(key: string): TokenBucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    // Remove full buckets only when a new caller gets a bucket, because memory grows only then.
    this.#forgetFull();
    const { perSecond, burst } = this.#size;
    const bucket = new TokenBucket({ bucketSize: burst, tokensPerInterval: perSecond, interval: 'second' });
    // The library's bucket starts empty.
    bucket.content = burst;
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #forgetFull(): void {
    const nowMs = performance.now();
    if (nowMs < this.#nextSweepAtMs) return;
    this.#nextSweepAtMs = nowMs + SWEEP_EVERY_MS;
    for (const [key, bucket] of this.#buckets) {
      bucket.drip();
      if (bucket.content >= this.#size.burst) this.#buckets.delete(key);
    }
  }
}

const SWEEP_EVERY_MS = 10_000;
