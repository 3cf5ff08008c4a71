/** The beginning of a list. */
export interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** Cursor behind which the rest follows; null when there is no rest. */
  readonly next: string | null;
}

/** Takes so many items of a list, reading only as many pages as that needs. */
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
