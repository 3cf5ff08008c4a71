import { UnexpectedAnswerError } from '../errors/call-errors.ts';

/**
 * What a call that answers in parts returns. Awaited, it is the first part; iterated with `for await`, it is
 * every item of all parts, and the next part is asked for when it is needed. Either way the first request
 * is under way already.
 */
export type Paged<Part, Item> = Promise<Part> & AsyncIterable<Item>;

/** One page of a list. Iterated with `for await`, it is every item from this page to the end. */
export type Page<Answer extends { next: string | null }, Item> = Answer &
  AsyncIterable<Item> & {
    /** The page behind this one; null at the end. */
    nextPage(): Promise<Page<Answer, Item> | null>;
  };

/** How a list is read: a page by its cursor, and the items that a page has. */
export interface PageReader<Answer extends { next: string | null }, Item> {
  /** @param after undefined for the first page */
  read(after: string | undefined): Promise<Answer>;
  itemsOf(answer: Answer): readonly Item[];
}

/** Asks for the first page. */
export function readPages<Answer extends { next: string | null }, Item>(
  reader: PageReader<Answer, Item>,
): Paged<Page<Answer, Item>, Item> {
  return iterable(readPage(reader, undefined), (page) => page);
}

/** Adds the iteration over everything to the promise of the first part. */
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
  // Page after page in one loop: were each to hand over to the next, an item would pass through all pages before it.
  async function* items(): AsyncGenerator<Item, void, undefined> {
    for (let page: Page<Answer, Item> | null = first; page !== null; page = await page.nextPage()) {
      yield* reader.itemsOf(page);
    }
  }
  // Not enumerable, so that a page shows, compares and serialises as the gateway's answer.
  return Object.defineProperties(first, {
    nextPage: { value: nextPage },
    [Symbol.asyncIterator]: { value: items },
  });
}

/**
 * Where the next part begins; null at the end.
 *
 * @throws {UnexpectedAnswerError} when it begins where this one did: going on would never end
 */
export function placeBehind(after: string | undefined, next: string | null): string | null {
  if (!next) return null;
  if (next !== after) return next;
  throw new UnexpectedAnswerError({
    code: 'UNEXPECTED_ANSWER',
    detail: `The list does not get beyond "${next}".`,
    retryable: false,
    whatToDo: 'Check baseUrl, and what stands between this machine and the gateway.',
  });
}
