import { describe, expect, test, vi } from 'vitest';
import { Batches } from '../../src/adapters/outbound/mongo/batches.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';

/** Creates batches that run until the test ends them. */
function heldBatches(collectForMs?: number) {
  const runs: { readonly items: readonly number[]; end(): void; fail(error: Error): void }[] = [];
  const batches = new Batches<number, string>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    runs.push({ items, end: () => resolve(items.map((item) => `outcome ${item}`)), fail: reject });
    return promise;
  }, collectForMs);
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  return { batches, runs, turn };
}

describe('operations that are sent in batches', () => {
  test('a lone operation is sent immediately, alone', async () => {
    const { batches, runs, turn } = heldBatches();
    const outcome = batches.add(1);
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1]]);
    runs[0]?.end();
    expect(await outcome).toBe('outcome 1');
  });

  test('operations of one turn are sent together, and each gets its own outcome', async () => {
    const { batches, runs, turn } = heldBatches();
    const outcomes = Promise.all([3, 1, 2].map((item) => batches.add(item)));
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[3, 1, 2]]);
    runs[0]?.end();
    expect(await outcomes).toEqual(['outcome 3', 'outcome 1', 'outcome 2']);
  });

  test('at most two batches run at once; operations that arrive meanwhile join the next one', async () => {
    const { batches, runs, turn } = heldBatches();
    const outcomes: Promise<string>[] = [];
    for (const item of [1, 2, 3, 4, 5]) {
      outcomes.push(batches.add(item));
      await turn();
    }
    expect(runs.map(({ items }) => items)).toEqual([[1], [2]]);
    runs[0]?.end();
    await turn();
    expect(runs.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    runs[1]?.end();
    runs[2]?.end();
    expect(await Promise.all(outcomes)).toHaveLength(5);
  });

  test('operations that may take effect later wait for others, but only for one pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { batches, runs, turn } = heldBatches(100);
      const outcomes = [batches.add(1)];
      await turn();
      vi.advanceTimersByTime(99);
      outcomes.push(batches.add(2));
      await turn();
      expect(runs).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(runs.map(({ items }) => items)).toEqual([[1, 2]]);
      runs[0]?.end();
      expect(await Promise.all(outcomes)).toEqual(['outcome 1', 'outcome 2']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a batch has at most 128 operations, and none is forgotten', async () => {
    const { batches, runs, turn } = heldBatches();
    const outcomes = Promise.all(Array.from({ length: 300 }, (_, item) => batches.add(item)));
    await turn();
    expect(runs.map(({ items }) => items.length)).toEqual([128, 128]);
    runs[0]?.end();
    await turn();
    expect(runs.map(({ items }) => items.length)).toEqual([128, 128, 44]);
    for (const run of runs) run.end();
    expect(await outcomes).toEqual(Array.from({ length: 300 }, (_, item) => `outcome ${item}`));
  });

  test('a batch that fails makes only its own operations fail, and the next batch continues', async () => {
    const { batches, runs, turn } = heldBatches();
    const failing = Promise.allSettled([batches.add(1), batches.add(2)]);
    await turn();
    const sound = batches.add(3);
    await turn();
    runs[0]?.fail(new Error('down'));
    runs[1]?.end();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await sound).toBe('outcome 3');
    const later = batches.add(4);
    await turn();
    runs[2]?.end();
    expect(await later).toBe('outcome 4');
  });

  test('while two thousand database operations wait for their turn, a further one is refused immediately (fault 6)', async () => {
    const { batches, runs, turn } = heldBatches();
    const outcomes = [batches.add(1)];
    await turn();
    outcomes.push(batches.add(2));
    await turn();
    for (let item = 3; item <= 2_050; item += 1) outcomes.push(batches.add(item));
    await expect(batches.add(2_051)).rejects.toThrow(TemporarilyUnavailable);
    for (let ended = 0; ended < runs.length; ended += 1) {
      runs[ended]?.end();
      await turn();
    }
    expect(await Promise.all(outcomes)).toHaveLength(2_050);
  });

  test('if a database operation has waited for its turn for five seconds, it is refused and never run, and later operations still run (fault 6)', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { batches, runs, turn } = heldBatches();
      const underWay = [batches.add(1)];
      await turn();
      underWay.push(batches.add(2));
      await turn();
      const overdue = batches.add(3);
      vi.advanceTimersByTime(4_000);
      const inTime = batches.add(4);
      vi.advanceTimersByTime(1_500);
      runs[0]?.end();
      runs[1]?.end();
      await expect(overdue).rejects.toThrow(TemporarilyUnavailable);
      await turn();
      runs[2]?.end();
      expect(await inTime).toBe('outcome 4');
      expect(await Promise.all(underWay)).toEqual(['outcome 1', 'outcome 2']);
      expect(runs.map(({ items }) => items)).toEqual([[1], [2], [4]]);
    } finally {
      vi.useRealTimers();
    }
  });
});
