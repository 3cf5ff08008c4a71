import { LRUCache } from 'lru-cache';

/** A stored payment or voucher. Each change raises its version. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

const capacity = 2_000;

/**
 * Keeps recently used payments or vouchers in memory, to save reads of the database. Another process may have changed one of
 * them meanwhile. A write based on the outdated copy then fails, because it names the copy's version. The payment or voucher is
 * then read again.
 */
export class RecentEntities<Entity extends Versioned> {
  readonly #entities = new LRUCache<string, Entity>({ max: capacity });

  get(id: string): Entity | undefined {
    return this.#entities.get(id);
  }

  put(entity: Entity): void {
    const known = this.#entities.get(entity.id);
    if (known !== undefined && known.version > entity.version) return;
    this.#entities.set(entity.id, entity);
  }

  forget(id: string): void {
    this.#entities.delete(id);
  }
}
