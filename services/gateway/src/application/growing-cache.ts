import { LRUCache } from 'lru-cache';

/**
 * Makes a cache that forgets the entries used longest ago once it holds `max` of them. The cache grows with its entries. With
 * its own option `max`, the library reserves the memory of all entries at once, which took most of the time in which a gateway
 * is built.
 */
export function growingCache<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
