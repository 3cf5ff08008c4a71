/** One of what there is; none when there is none. */
export function picked<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}
