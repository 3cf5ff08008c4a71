import type { Filter } from 'mongodb';
import type { Model } from 'mongoose';
import type { WriteTime } from '../../../ports/write-time.ts';
import { Batches } from './batches.ts';
import { inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';
import { type NativeUpdate, NativeWrites } from './native-writes.ts';
import { sortedById } from './sorted-by-id.ts';
import { writeEach } from './write-together.ts';

/**
 * Collects operations that callers make on a collection at the same time, and sends them to the database in one round trip. It
 * collects inserts, lookups by ID, and updates whose callers need not know the outcome.
 *
 * If a caller must know whether a document matched, its update is not collected, because the result of a bulk write contains
 * only totals. `OrderSaves` collects saves of orders.
 */
export class GroupCommit<Document extends { _id: string }> {
  readonly #inserts: Batches<Document, 'inserted' | 'duplicate'>;
  readonly #updates: Batches<NativeUpdate<Document>, undefined>;
  readonly #laterUpdates: Batches<NativeUpdate<Document>, undefined>;
  readonly #reads: Batches<string, Document | undefined>;

  /**
   * @param asItLeaves completes a document at the moment when its batch is sent
   *
   * @param collectForMs how long an update that may take effect later waits for further updates
   */
  constructor(
    model: Model<Document>,
    asItLeaves: (document: Document) => Document = (document) => document,
    collectForMs = 0,
  ) {
    const writes = new NativeWrites(model);
    this.#inserts = new Batches((waiting) =>
      inDatabase(async () => {
        const documents = waiting.map(asItLeaves);
        const inOrder = sortedById(documents, ({ _id }) => _id);
        const faults = await writeEach(inOrder, (positions) =>
          writes.insertMany(positions.map((position) => documents[position] as Document)),
        );
        const faultsByPosition = new Map([...faults].map(([index, fault]) => [inOrder[index], fault]));
        return documents.map((_, position) => faultsByPosition.get(position) ?? 'inserted');
      }),
    );
    const updateAll = (updates: readonly NativeUpdate<Document>[]) =>
      inDatabase(async () => {
        const inOrder = sortedById(updates, ({ filter }) => String(filter._id));
        const faults = await writeEach(inOrder, (positions) =>
          writes.updateMany(positions.map((position) => updates[position] as NativeUpdate<Document>)),
        );
        const faultsByPosition = new Map([...faults].map(([index, fault]) => [inOrder[index], fault]));
        return updates.map((_, position) => {
          const fault = faultsByPosition.get(position);
          return fault === 'duplicate' ? undefined : fault;
        });
      });
    this.#updates = new Batches(updateAll);
    this.#laterUpdates = new Batches(updateAll, collectForMs);
    this.#reads = new Batches((ids) =>
      inDatabase(async () => {
        // Without Mongoose, which would cast and copy the filter: a lookup takes a quarter less processor time.
        const filter = { _id: { $in: [...new Set(ids)] } } as Filter<Document>;
        const documents = (await nativeCollection(model).find(filter).toArray()) as Document[];
        const byId = new Map(documents.map((document) => [document._id, document]));
        return ids.map((id) => byId.get(id));
      }),
    );
  }

  /** Inserts a document. Returns `duplicate` if a document with the same key exists. */
  insert(document: Document): Promise<'inserted' | 'duplicate'> {
    return this.#inserts.add(document);
  }

  /** Updates a document. The caller does not learn whether any document matched. */
  async update(update: NativeUpdate<Document>, when: WriteTime = 'at_once'): Promise<void> {
    await (when === 'soon' ? this.#laterUpdates : this.#updates).add(update);
  }

  find(id: string): Promise<Document | undefined> {
    return this.#reads.add(id);
  }
}
