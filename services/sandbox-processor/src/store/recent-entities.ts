import { LRUCache } from 'lru-cache';

/** Anything stored under an ID and a version that grows with each change. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

const capacity = 2_000;

/**
 * The last known state of active entities. It only saves reads: every write names the version on which it was
 * decided, so an entry that another process has overtaken is noticed and read again.
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
