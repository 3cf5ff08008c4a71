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
  const nextPage = async () => (answer.next ? await readPage(reader, answer.next) : null);
  async function* items(): AsyncGenerator<Item, void, undefined> {
    yield* reader.itemsOf(answer);
    const following = await nextPage();
    if (following !== null) yield* following;
  }
  // Not enumerable, so that a page shows, compares and serialises as the gateway's answer.
  return Object.defineProperties(answer as Page<Answer, Item>, {
    nextPage: { value: nextPage },
    [Symbol.asyncIterator]: { value: items },
  });
}
