/** Returns an item of the list; undefined if the list is empty. */
export function picked<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}
