import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TokenBuckets } from '../../src/adapters/inbound/http/token-buckets.ts';

describe('a token bucket', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function takenAtOnce(buckets: TokenBuckets, key: string): number {
    let taken = 0;
    while (buckets.take(key) === undefined) taken += 1;
    return taken;
  }

  test('is full for a new caller, and belongs to this caller alone', () => {
    const buckets = new TokenBuckets({ perSecond: 2, burst: 5 });
    expect(takenAtOnce(buckets, 'one')).toBe(5);
    expect(takenAtOnce(buckets, 'another')).toBe(5);
    expect(takenAtOnce(buckets, 'one')).toBe(0);
  });

  test('refills continuously, by parts of a token too', () => {
    const buckets = new TokenBuckets({ perSecond: 2, burst: 5 });
    takenAtOnce(buckets, 'one');
    expect(buckets.take('one')).toBe(0.5);
    vi.advanceTimersByTime(400);
    expect(buckets.take('one')).toBeCloseTo(0.1, 3);
    vi.advanceTimersByTime(100);
    expect(takenAtOnce(buckets, 'one')).toBe(1);
    vi.advanceTimersByTime(1_500);
    expect(takenAtOnce(buckets, 'one')).toBe(3);
  });

  test('does not grow beyond its burst, however long its caller is away', () => {
    const buckets = new TokenBuckets({ perSecond: 2, burst: 5 });
    takenAtOnce(buckets, 'one');
    vi.advanceTimersByTime(3_600_000);
    expect(takenAtOnce(buckets, 'one')).toBe(5);
  });

  test('lets a caller that never stops continue at its rate, but not faster', () => {
    const buckets = new TokenBuckets({ perSecond: 2, burst: 5 });
    let taken = takenAtOnce(buckets, 'one');
    for (let passedMs = 0; passedMs < 60_000; passedMs += 100) {
      vi.advanceTimersByTime(100);
      taken += takenAtOnce(buckets, 'one');
    }
    expect(taken).toBe(5 + 60 * 2);
  });

  test('gets back the tokens that a caller did not use, and says how many are left', () => {
    const buckets = new TokenBuckets({ perSecond: 2, burst: 5 });
    expect(takenAtOnce(buckets, 'one')).toBe(5);
    expect(buckets.levelOf('one')).toEqual({ limit: 5, remaining: 0, fullInSeconds: 3 });
    for (let count = 0; count < 7; count += 1) buckets.giveBack('one');
    expect(buckets.levelOf('one')).toEqual({ limit: 5, remaining: 5, fullInSeconds: 0 });
    expect(takenAtOnce(buckets, 'one')).toBe(5);
  });

  test('is forgotten once it is full again, and not before', () => {
    const buckets = new TokenBuckets({ perSecond: 0.2, burst: 5 });
    for (let index = 0; index < 10_000; index += 1) buckets.take(`idle ${index}`);
    takenAtOnce(buckets, 'busy');
    vi.advanceTimersByTime(10_000);
    // After ten seconds, the buckets of all idle callers are full again. The busy caller has got back only two of its five
    // tokens.
    buckets.take('next');
    expect(buckets.count).toBe(2);
    expect(takenAtOnce(buckets, 'busy')).toBe(2);
    vi.advanceTimersByTime(25_000);
    buckets.take('last');
    expect(buckets.count).toBe(1);
  });
});
