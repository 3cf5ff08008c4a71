import { UnexpectedAnswerError } from '../errors/call-errors.ts';

/**
 * The result of a call whose answer comes in parts. Await it to get the first part, or iterate over it with `for await` to get
 * every item of all parts. The first request is sent immediately; each further part is requested when it is needed.
 */
export type Paged<Part, Item> = Promise<Part> & AsyncIterable<Item>;

/** One page of a list. Iterate over it with `for await` to get every item from this page to the end of the list. */
export type Page<Answer extends { next: string | null }, Item> = Answer &
  AsyncIterable<Item> & {
    /** The next page; null at the end. */
    nextPage(): Promise<Page<Answer, Item> | null>;
  };

/** How to read a list: how to request the page after a cursor, and which items a page holds. */
export interface PageReader<Answer extends { next: string | null }, Item> {
  /** @param after undefined for the first page */
  read(after: string | undefined): Promise<Answer>;
  itemsOf(answer: Answer): readonly Item[];
}

export function readPages<Answer extends { next: string | null }, Item>(
  reader: PageReader<Answer, Item>,
): Paged<Page<Answer, Item>, Item> {
  return iterable(readPage(reader, undefined), (page) => page);
}

/**
 * Makes the promise of a list's first part iterable. A loop over it yields the items of the first part and of all parts that
 * follow.
 */
export function iterable<Part, Item>(
  firstPart: Promise<Part>,
  iterate: (firstPart: Part) => AsyncIterable<Item>,
): Paged<Part, Item> {
  return Object.assign(firstPart, {
    async *[Symbol.asyncIterator](): AsyncIterator<Item> {
      yield* iterate(await firstPart);
    },
  });
}

async function readPage<Answer extends { next: string | null }, Item>(
  reader: PageReader<Answer, Item>,
  after: string | undefined,
): Promise<Page<Answer, Item>> {
  const answer = await reader.read(after);
  const nextPage = async () => {
    const next = placeBehind(after, answer.next);
    return next === null ? null : await readPage(reader, next);
  };
  const first: Page<Answer, Item> = answer as Page<Answer, Item>;
  // Read all pages in one loop. If each page's generator delegated to the generator of the next page, every item would pass
  // through the generators of all earlier pages.
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Answer, Item> | null = first; page !== null; page = await page.nextPage()) {
      yield* reader.itemsOf(page);
    }
  }
  // `nextPage` and the iterator are not enumerable, so that a page prints, compares and serialises like the gateway's answer.
  return Object.defineProperties(first, {
    nextPage: { value: nextPage },
    [Symbol.asyncIterator]: { value: items },
  });
}

/**
 * Returns the position at which the next part of a list starts, or null at the end of the list.
 *
 * @throws {UnexpectedAnswerError} when the gateway returns the same position again, because a loop over the list would never
 * end
 */
export function placeBehind(after: string | undefined, next: string | null): string | null {
  if (!next) return null;
  if (next !== after) return next;
  throw new UnexpectedAnswerError({
    code: 'UNEXPECTED_ANSWER',
    detail: `The list does not advance beyond "${next}".`,
    retryable: false,
    whatToDo: 'Check baseUrl, and what stands between this machine and the gateway.',
  });
}
