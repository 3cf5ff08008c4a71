import type { Collection, Filter, OptionalUnlessRequiredId, WithId, WithoutId } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { RecentEntities, type Versioned } from './recent-entities.ts';

/** A payment or voucher as stored in the database. `wakeAt` is the time of its next due work, such as a callback to send. */
export interface StoredDocument {
  readonly _id: string;
  readonly version: number;
  readonly reference: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly wakeAt: Date;
}

export interface Mapper<Entity, Document extends StoredDocument> {
  toDocument(entity: Entity): Document;
  toEntity(document: Document): Entity;
}

/**
 * What was decided about a payment or voucher. `outcome` is the answer for the caller; `next` is the changed payment or
 * voucher, or null if nothing changes.
 */
export interface Decision<Entity, Outcome> {
  readonly outcome: Outcome;
  readonly next: Entity | null;
}

export type ChangeResult<Entity, Outcome> =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'decided'; readonly outcome: Outcome; readonly changed: Entity | null };

const maximumAttempts = 50;

/**
 * Stores payments or vouchers. A change is written only if the stored version is still the one on which the change was decided.
 */
export class VersionedStore<Entity extends Versioned, Document extends StoredDocument> {
  readonly #collection: Collection<Document>;
  readonly #mapper: Mapper<Entity, Document>;
  readonly #recent = new RecentEntities<Entity>();
  readonly #turns = new OneAtATime();

  constructor(collection: Collection<Document>, mapper: Mapper<Entity, Document>) {
    this.#collection = collection;
    this.#mapper = mapper;
  }

  async prepare(): Promise<void> {
    await this.#collection.createIndex({ reference: 1, createdAt: -1 });
    await this.#collection.createIndex({ wakeAt: 1 });
    await this.#collection.createIndex({ updatedAt: 1 });
  }

  /** Stores a new payment or voucher, and thereby claims its ID. Returns `taken` if the ID already exists. */
  async insert(entity: Entity): Promise<'inserted' | 'taken'> {
    try {
      await this.#collection.insertOne(this.#mapper.toDocument(entity) as OptionalUnlessRequiredId<Document>);
    } catch (error) {
      if (isDuplicateKey(error)) return 'taken';
      throw error;
    }
    this.#recent.put(entity);
    return 'inserted';
  }

  async find(id: string): Promise<Entity | null> {
    const document = await this.#collection.findOne({ _id: id } as Filter<Document>);
    if (document === null) return null;
    const entity = this.#toEntity(document);
    this.#recent.put(entity);
    return entity;
  }

  /**
   * Finds a payment or voucher in its last known state, which may be outdated. If this process has recently used it, the
   * database is not read.
   */
  async findRecent(id: string): Promise<Entity | null> {
    return this.#recent.get(id) ?? (await this.find(id));
  }

  recent(id: string): Entity | undefined {
    return this.#recent.get(id);
  }

  /** Lists the payments or vouchers with a reference, the newest first. Without a reference, lists all. */
  async list(reference: string | undefined, limit: number): Promise<readonly Entity[]> {
    const documents = await this.#collection
      .find((reference === undefined ? {} : { reference }) as Filter<Document>)
      .sort({ createdAt: -1 })
      .limit(limit)
      .toArray();
    return documents.map((document) => this.#toEntity(document));
  }

  /** Lists the payments or vouchers that have changed since a time, sorted by the time of their last change. */
  async changedSince(at: Date): Promise<readonly Entity[]> {
    const documents = await this.#collection
      .find({ updatedAt: { $gte: at } } as Filter<Document>)
      .sort({ updatedAt: 1 })
      .toArray();
    return documents.map((document) => this.#toEntity(document));
  }

  /** Lists the payments or vouchers whose next work, such as a callback to send, is due by a time. The earliest comes first. */
  async dueUntil(at: Date, limit: number): Promise<readonly Entity[]> {
    const documents = await this.#collection
      .find({ wakeAt: { $lte: at } } as Filter<Document>)
      .sort({ wakeAt: 1 })
      .limit(limit)
      .toArray();
    const entities = documents.map((document) => this.#toEntity(document));
    for (const entity of entities) this.#recent.put(entity);
    return entities;
  }

  /**
   * Changes a payment or voucher: `decide` gets its current state and returns the new one. If another process has changed it
   * meanwhile, this method reads it from the database and calls `decide` again. If `decide` got a copy from memory and changed
   * nothing, it is called again too, because the copy may be outdated.
   */
  async change<Outcome>(
    id: string,
    decide: (entity: Entity) => Decision<Entity, Outcome>,
  ): Promise<ChangeResult<Entity, Outcome>> {
    return this.#turns.run(id, async () => {
      for (let attempt = 1; attempt <= maximumAttempts; attempt += 1) {
        const remembered = this.#recent.get(id);
        const current = remembered ?? (await this.find(id));
        if (current === null) return { kind: 'unknown' };
        const { outcome, next } = decide(current);
        if (next === null) {
          if (remembered === undefined) return { kind: 'decided', outcome, changed: null };
        } else if (await this.#replace(current, next)) {
          const changed = this.#recent.get(id) ?? next;
          return { kind: 'decided', outcome, changed };
        }
        this.#recent.forget(id);
      }
      throw new Error(`${id} was changed by others ${maximumAttempts} times in a row.`);
    });
  }

  async #replace(current: Entity, next: Entity): Promise<boolean> {
    const written = { ...next, version: current.version + 1 };
    const { _id, ...replacement } = this.#mapper.toDocument(written);
    const { matchedCount } = await this.#collection.replaceOne(
      { _id, version: current.version } as Filter<Document>,
      replacement as WithoutId<Document>,
    );
    if (matchedCount === 1) this.#recent.put(written);
    return matchedCount === 1;
  }

  #toEntity(document: WithId<Document>): Entity {
    return this.#mapper.toEntity(document as Document);
  }
}
