import type { Model } from 'mongoose';
import { StorageRefused } from '../../../ports/storage-refused.ts';
import { Batches } from './batches.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { NativeWrites, type Replacement } from './native-writes.ts';
import type { OrderDocument } from './order-documents.ts';
import { sortedById } from './sorted-by-id.ts';
import { writeEach } from './write-together.ts';

type Save = Replacement<OrderDocument>;

/**
 * Replaces stored orders, each only if it still has an expected version. Replacements of different orders that wait at the same
 * moment travel as one command, so that they share a round trip and a log flush. A lone replacement never waits.
 */
export class OrderSaves {
  readonly #model: Model<OrderDocument>;
  readonly #writes: NativeWrites<OrderDocument>;
  readonly #batches: Batches<Save, boolean>;

  constructor(model: Model<OrderDocument>) {
    this.#model = model;
    this.#writes = new NativeWrites(model);
    this.#batches = new Batches((saves) => inDatabase(() => this.#replaceAll(saves)));
  }

  /** Returns whether the order was replaced, that is, whether the filter matched it. */
  replace(save: Save): Promise<boolean> {
    return this.#batches.add(save);
  }

  async #replaceAll(saves: readonly Save[]): Promise<readonly (boolean | StorageRefused)[]> {
    const [save] = saves;
    if (save === undefined || saves.length > 1) return this.#replaceTogether(saves);
    const { matchedCount } = await this.#writes.replaceOne(save.filter, save.document);
    return [matchedCount === 1];
  }

  async #replaceTogether(saves: readonly Save[]): Promise<readonly (boolean | StorageRefused)[]> {
    const inOrder = sortedById(saves, ({ document }) => document._id).map(
      (position) => saves[position] as Save,
    );
    const vanished = new Set<string>();
    const faults = await writeEach(inOrder, (some) =>
      this.#writes.replaceEach(some, (id) => vanished.add(id)),
    );
    await this.#removeAgain(inOrder.filter(({ document }) => vanished.has(document._id)));
    const outcomes = new Map<Save, boolean | StorageRefused>(
      inOrder.map((save, index) => {
        const fault = faults.get(index);
        if (fault instanceof StorageRefused) return [save, fault];
        return [save, fault !== 'duplicate' && !vanished.has(save.document._id)];
      }),
    );
    return saves.map((save) => outcomes.get(save) ?? false);
  }

  /** Removes orders that somebody had deleted from the database, and that the replacements have therefore inserted. */
  async #removeAgain(saves: readonly Save[]): Promise<void> {
    for (const { document } of saves) {
      const { _id, version } = document;
      await nativeCollection(this.#model).deleteOne({ _id, version });
    }
  }
}
