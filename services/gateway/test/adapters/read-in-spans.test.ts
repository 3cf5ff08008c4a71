import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OpenSpan } from '../../src/adapters/outbound/mongo/open-span.ts';
import { readInSpans, type SpanSettings } from '../../src/adapters/outbound/mongo/read-in-spans.ts';
import type { ListKey } from '../../src/adapters/outbound/mongo/read-long-span.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MONTH = 30 * DAY;

/** A list in memory that counts its searches, and how many documents it has to sort. */
class CountedList {
  sorted = 0;
  searches = 0;
  /** Called once, after the first search that finds keys. */
  afterKeys: (() => void) | null = null;
  #documents: readonly ListKey[];
  readonly #inAnyOrder: (keys: readonly ListKey[]) => readonly ListKey[];

  /** @param inAnyOrder the order in which the database finds documents if it need not sort them */
  constructor(atMs: readonly number[], inAnyOrder = (keys: readonly ListKey[]) => keys) {
    this.#documents = atMs.map((at, index) => ({
      id: `doc_${String(index).padStart(9, '0')}`,
      at: new Date(at),
    }));
    this.#inAnyOrder = inAnyOrder;
  }

  async page(settings: SpanSettings, limit: number, list: OpenSpan = { from: null, before: null }) {
    const found = await readInSpans(list, settings, limit, {
      read: async (span, most) => {
        this.searches += 1;
        const matching = this.#within(span);
        this.sorted += matching.length;
        return sortedBy(settings, matching).slice(0, most);
      },
      keys: {
        keysIn: async (span, most) => {
          this.searches += 1;
          const keys = this.#inAnyOrder(this.#within(span)).slice(0, most);
          if (keys.length > 0) {
            this.afterKeys?.();
            this.afterKeys = null;
          }
          return keys;
        },
        withIds: async (ids) => {
          this.searches += 1;
          return sortedBy(
            settings,
            this.#documents.filter(({ id }) => ids.includes(id)),
          );
        },
      },
    });
    return found.map(({ id }) => id);
  }

  expected(settings: SpanSettings, limit: number): readonly string[] {
    return sortedBy(settings, this.#documents)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  remove(ids: readonly string[]): void {
    this.#documents = this.#documents.filter(({ id }) => !ids.includes(id));
  }

  #within({ from, before }: OpenSpan): readonly ListKey[] {
    return this.#documents.filter(
      ({ at }) => (from === null || at >= from) && (before === null || at < before),
    );
  }
}

function sortedBy({ direction }: SpanSettings, keys: readonly ListKey[]): readonly ListKey[] {
  const sorted = [...keys].sort(
    (one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1),
  );
  return direction === 'oldest_first' ? sorted : sorted.reverse();
}

const settings = (direction: SpanSettings['direction']): SpanSettings => ({
  direction,
  firstSpanMs: MINUTE,
  longestSpanMs: MONTH,
  completeUpTo: new Date(MONTH),
});

const directions = ['oldest_first', 'newest_first'] as const;

/** Documents of a list that begins a day later than expected, so that a long span is needed to find the first one. */
const dense = (count: number) =>
  Array.from({ length: count }, (_, index) => DAY + (index * 28 * DAY) / count);

const orders = {
  'in the order of the list': (keys: readonly ListKey[]) => keys,
  'in reverse': (keys: readonly ListKey[]) => keys.toReversed(),
  scattered: (keys: readonly ListKey[]) =>
    keys
      .map((key, index) => [(index * 7_919) % keys.length, key] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, key]) => key),
};

test.each(Object.entries(orders))(
  'a list with the oldest first sorts no more if it is ten times longer, if the database finds documents %s',
  async (_, inAnyOrder) => {
    for (const count of [1_000, 20_000]) {
      const list = new CountedList(dense(count), inAnyOrder);
      expect(await list.page(settings('oldest_first'), 21)).toEqual(
        list.expected(settings('oldest_first'), 21),
      );
      expect(list.sorted).toBeLessThan(200);
      expect(list.searches).toBeLessThan(20);
    }
  },
);

test.each(directions)(
  'every page is the beginning of the list, whatever the times of its documents are: %s',
  async (direction) => {
    const moments = fc.array(
      fc.oneof(fc.integer({ min: -MONTH, max: 2 * MONTH }), fc.integer({ min: DAY, max: DAY + 5 })),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(
        moments,
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(...Object.values(orders)),
        async (atMs, limit, inAnyOrder) => {
          const list = new CountedList(atMs, inAnyOrder);
          expect(await list.page(settings(direction), limit)).toEqual(
            list.expected(settings(direction), limit),
          );
        },
      ),
    );
  },
);

test.each(directions)('thousands of documents with the same time are sorted by ID: %s', async (direction) => {
  const list = new CountedList(Array.from({ length: 3_000 }, () => DAY));
  expect(await list.page(settings(direction), 5)).toEqual(list.expected(settings(direction), 5));
});

test.each([0, 1, 4])(
  'a page misses no document although all but %i of its first ones are removed between its searches',
  async (keptCount) => {
    const limit = 5;
    const list = new CountedList(dense(10_000), ([first, second, ...others]) =>
      [second, first, ...others].filter((key) => key !== undefined),
    );
    const page = list.page(settings('oldest_first'), limit);
    list.afterKeys = () => list.remove(list.expected(settings('oldest_first'), limit).slice(keptCount));
    expect(await page).toEqual(list.expected(settings('oldest_first'), limit));
    expect(list.afterKeys).toBeNull();
  },
);
