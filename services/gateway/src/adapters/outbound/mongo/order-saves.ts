import type { Filter } from 'mongodb';
import type { Model } from 'mongoose';
import { StorageRefused } from '../../../ports/storage-refused.ts';
import { Batches } from './batches.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { NativeWrites, type Replacement } from './native-writes.ts';
import type { StoredDocument } from './schema-numbers.ts';
import { sortedById } from './sorted-by-id.ts';
import { writeEach } from './write-together.ts';

/** A document of the collection `orders`: an order, or the tombstone of one. */
type VersionedDocument = StoredDocument & { readonly version: number };

/**
 * Replaces stored orders, each only if it still has an expected version. If replacements of several orders wait at the same
 * time, they are sent as one command, so that they share a round trip and a log flush. A single replacement never waits.
 */
export class OrderSaves<Document extends VersionedDocument> {
  readonly #model: Model<Document>;
  readonly #writes: NativeWrites<Document>;
  readonly #batches: Batches<Replacement<Document>, boolean>;

  constructor(model: Model<Document>) {
    this.#model = model;
    this.#writes = new NativeWrites(model);
    this.#batches = new Batches((saves) => inDatabase(() => this.#replaceAll(saves)));
  }

  /** Returns whether the order was replaced, that is, whether the filter matched it. */
  replace(save: Replacement<Document>): Promise<boolean> {
    return this.#batches.add(save);
  }

  async #replaceAll(saves: readonly Replacement<Document>[]): Promise<readonly (boolean | StorageRefused)[]> {
    const [save] = saves;
    if (save === undefined || saves.length > 1) return this.#replaceTogether(saves);
    const { matchedCount } = await this.#writes.replaceOne(save.filter, save.document);
    return [matchedCount === 1];
  }

  async #replaceTogether(
    saves: readonly Replacement<Document>[],
  ): Promise<readonly (boolean | StorageRefused)[]> {
    const inOrder = sortedById(saves, ({ document }) => document._id).map(
      (position) => saves[position] as Replacement<Document>,
    );
    const vanished = new Set<string>();
    const faults = await writeEach(inOrder, (some) =>
      this.#writes.replaceEach(some, (id) => vanished.add(id)),
    );
    await this.#removeAgain(inOrder.filter(({ document }) => vanished.has(document._id)));
    const outcomes = new Map<Replacement<Document>, boolean | StorageRefused>(
      inOrder.map((save, index) => {
        const fault = faults.get(index);
        if (fault instanceof StorageRefused) return [save, fault];
        return [save, fault !== 'duplicate' && !vanished.has(save.document._id)];
      }),
    );
    return saves.map((save) => outcomes.get(save) ?? false);
  }

  /**
   * Removes documents that the replacements have inserted, because their orders were missing in the database. For example,
   * somebody had deleted these orders.
   */
  async #removeAgain(saves: readonly Replacement<Document>[]): Promise<void> {
    for (const { document } of saves) {
      const { _id, version } = document;
      await nativeCollection(this.#model).deleteOne({ _id, version } as Filter<Document>);
    }
  }
}
