import { LRUCache } from 'lru-cache';

/**
 * Creates a cache with at most `max` entries that drops the least recently used ones. The memory of the cache grows with its
 * entries. With the library's own option `max`, the cache would reserve the memory for all entries when it is created; this
 * took most of the gateway's start time.
 */
export function growingCache<Key extends {}, Value extends {}>(max: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
}
