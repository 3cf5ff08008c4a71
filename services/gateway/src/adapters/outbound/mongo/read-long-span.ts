import type { OpenSpan } from './open-span.ts';

/** The position of a document in a list that is sorted by time and then by ID. */
export interface ListKey {
  readonly id: string;
  readonly at: Date;
}

/** The searches by which a long span can be read without sorting all its documents. */
export interface KeySearch<Item> {
  /**
   * Returns the keys of at most `most` documents in a span, in any order. The search can stop early, because it does not sort.
   */
  keysIn(span: OpenSpan, most: number): Promise<readonly ListKey[]>;
  /** Returns the documents with these IDs, in the order of the list. Documents that no longer exist are left out. */
  withIds(ids: readonly string[]): Promise<readonly Item[]>;
}

/** How many keys are read in one step. The database returns this many in its first batch. */
const KEYS_AT_ONCE = 100;
/**
 * The minimum number of keys that are read for each document of the page. After a search, only the first `limit` of the found
 * keys still matter, so at most a quarter of them remain.
 */
const KEYS_FOR_A_DOCUMENT = 4;
/** The maximum number of searches for keys. If they have not found the page, the database has to sort the documents that remain. */
const MOST_SEARCHES = 24;

/**
 * Reads the oldest documents of a span that may contain very many.
 *
 * A search that does not sort returns some keys quickly. If it returns all keys of a span, the first `limit` keys are the page.
 * Otherwise, the page cannot end later than the last of the first `limit` keys, and the search is repeated in the first half of
 * the time in which the page can end. So it does not matter in which order the database finds the keys.
 *
 * @returns the first documents of the span; fewer than `limit` only if the span has no more
 */
export async function readLongSpan<Item>(
  span: OpenSpan,
  limit: number,
  search: KeySearch<Item>,
  readSorted: (span: OpenSpan) => Promise<readonly Item[]>,
): Promise<readonly Item[]> {
  const most = Math.max(KEYS_AT_ONCE, KEYS_FOR_A_DOCUMENT * limit);
  /** Contains the whole page. */
  let narrow = span;
  /** The documents before this moment are fewer than the page has. */
  let lowMs = span.from?.getTime() ?? Number.NEGATIVE_INFINITY;
  let part = span;
  for (let searches = 0; searches < MOST_SEARCHES; searches += 1) {
    const keys = await search.keysIn(part, most);
    const sorted = [...keys].sort(byPosition);
    const last = sorted[limit - 1];
    if (keys.length === 0 && part === span) return [];
    if (keys.length < most && (part === span || last !== undefined)) {
      const found = await search.withIds(sorted.slice(0, limit).map(({ id }) => id));
      // If documents of the page have been removed meanwhile, the page needs other documents.
      return found.length === Math.min(limit, keys.length) ? found : readSorted(span);
    }
    if (last === undefined) lowMs = part.before?.getTime() ?? lowMs;
    else narrow = { from: span.from, before: new Date(last.at.getTime() + 1) };
    // If the database returned the keys in the order of its index, the span now contains little more than the page.
    if (keys.length === most && sorted.every(({ id }, index) => id === keys[index]?.id)) break;
    const middleMs = Math.floor((lowMs + (narrow.before?.getTime() ?? lowMs)) / 2);
    if (!(middleMs > lowMs)) break;
    part = { from: span.from, before: new Date(middleMs) };
  }
  const found = await readSorted(narrow);
  return found.length >= limit ? found : readSorted(span);
}

function byPosition(one: ListKey, other: ListKey): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);
}
