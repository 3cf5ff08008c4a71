/**
 * Returns the positions of items that are written together, sorted by the IDs of their documents. Writes that touch documents
 * in the same order may wait for each other, but cannot deadlock. Items with equal IDs stay in the order in which they arrived.
 */
export function sortedById<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly number[] {
  const ids = items.map(idOf);
  return [...ids.keys()].sort((one, other) => {
    const [left = '', right = ''] = [ids[one], ids[other]];
    if (left === right) return one - other;
    return left < right ? -1 : 1;
  });
}
