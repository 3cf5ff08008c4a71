import { LRUCache } from 'lru-cache';

/**
 * How long the end of a page is remembered. It is as long as the first span of a list without it. So a search up to the end of
 * the last page finds at most a page more than that span contains: the orders of the last page, and those created since.
 */
export const REMEMBERED_MS = 15 * 60 * 1000;
const MAX_PAGES = 10_000;

interface PageEnd {
  /** Minus infinity if the list had no full page. */
  readonly endMs: number;
  readonly notedAt: Date;
}

/**
 * Remembers where the first pages of lists have ended, the newest first. A merchant usually reads the same list again and again.
 * The next search then reaches exactly as far as needed, so that one search is enough, even for a merchant whose last orders are
 * months old, and the database sorts hardly more than the page.
 */
export class PageEnds {
  readonly #ends = new LRUCache<string, PageEnd>({ maxSize: MAX_PAGES, sizeCalculation: () => 1 });

  /** @param last the time of the page's last order; undefined if the page is not full */
  note(page: string, last: Date | undefined, now: Date): void {
    this.#ends.set(page, { endMs: last?.getTime() ?? Number.NEGATIVE_INFINITY, notedAt: now });
  }

  /** Returns the time in milliseconds at which this page probably ends; undefined if that is unknown. */
  recall(page: string, now: Date): number | undefined {
    const end = this.#ends.get(page);
    return end !== undefined && now.getTime() - end.notedAt.getTime() < REMEMBERED_MS ? end.endMs : undefined;
  }
}
