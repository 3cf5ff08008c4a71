import { LRUCache } from 'lru-cache';

/**
 * Creates a cache with at most `max` entries that drops the least recently used ones. The memory of the cache grows with its
 * entries. The library's own option `max` would reserve the memory of all entries at once, which took most of the gateway's
 * time to start.
 */
export function growingCache<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
