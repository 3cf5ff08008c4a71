import { LRUCache } from 'lru-cache';

/** Anything that is stored under an ID, with a version that grows at each change. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

const capacity = 2_000;

/**
 * The last known states of active entities, to save reads. A state may be out of date if another process has changed the
 * entity. Every write names the version on which it was decided, so it then fails, and the entity is read again.
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
