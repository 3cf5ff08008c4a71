/** The first items of a list. */
export interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** The cursor for listing the items after the last one taken; null if there are no more. */
  readonly next: string | null;
}

/** Takes the first items of a list, and reads only as many pages as it needs. */
export async function takeFirst<Item>(
  list: AsyncIterable<Item>,
  count: number,
  cursorOf: (item: Item) => string,
): Promise<FirstItems<Item>> {
  const items: Item[] = [];
  for await (const item of list) {
    const last = items.at(-1);
    if (items.length === count && last !== undefined) return { items, next: cursorOf(last) };
    items.push(item);
  }
  return { items, next: null };
}
