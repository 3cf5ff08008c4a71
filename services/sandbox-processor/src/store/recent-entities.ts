import { LRUCache } from 'lru-cache';

/** An entry of the database, with a version that each change raises. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

const capacity = 2_000;

/**
 * Remembers the last known states of active payments or vouchers, to save reads. Another process may have changed one
 * meanwhile. A write based on the outdated state then fails, because it names the state's version, and the entry is read again.
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
