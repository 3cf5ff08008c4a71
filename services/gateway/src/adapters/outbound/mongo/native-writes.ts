import type {
  AnyBulkWriteOperation,
  Filter,
  OptionalUnlessRequiredId,
  UpdateResult,
  WithoutId,
} from 'mongodb';
import type { Model } from 'mongoose';
import { nativeCollection } from './native-collection.ts';
import { areNativeWritesChecked } from './native-write-checks.ts';
import { type CheckedUpdate, checkDocument, checkUpdate } from './schema-checks.ts';

/**
 * The writes that every payment makes, sent directly through the driver: an order's save, and the writes of
 * `GroupCommit`. Tests check each of them against its collection's schema; a real gateway does not.
 *
 * Processor time for one document, by the driver and by its model, which casts and validates it: 0.4 and 2.2 ms
 * to save a paid order; in a batch of twenty, 34 and 125 µs for an event, 26 and 137 µs for a callback, 21 and 39
 * µs for a nonce. A payment writes about a dozen documents.
 *
 * Reads do not need the driver: through the model, a lean lookup of one or twenty orders takes equally long. All
 * other writes go through their models, because they are rare and cost only about 0.2 ms each.
 */
export class NativeWrites<Document extends { _id: string }> {
  readonly #model: Model<Document>;

  constructor(model: Model<Document>) {
    this.#model = model;
  }

  /** Inserts documents, unordered. */
  async insertMany(documents: readonly Document[]): Promise<void> {
    if (areNativeWritesChecked()) {
      for (const document of documents) await checkDocument(this.#model, document);
    }
    await nativeCollection(this.#model).insertMany(documents as OptionalUnlessRequiredId<Document>[], {
      ordered: false,
    });
  }

  /** Makes updates, unordered. */
  async updateMany(updates: readonly NativeUpdate<Document>[]): Promise<void> {
    if (areNativeWritesChecked()) {
      for (const { update } of updates) await checkUpdate(this.#model, update);
    }
    const operations = updates.map((updateOne) => ({ updateOne }) as AnyBulkWriteOperation<Document>);
    await nativeCollection(this.#model).bulkWrite(operations, { ordered: false });
  }

  async replaceOne(filter: Filter<Document>, document: Document): Promise<UpdateResult> {
    if (areNativeWritesChecked()) await checkDocument(this.#model, document);
    const { _id, ...replacement } = document;
    return nativeCollection(this.#model).replaceOne(filter, replacement as unknown as WithoutId<Document>);
  }
}

export interface NativeUpdate<Document> {
  readonly filter: Filter<Document>;
  readonly update: CheckedUpdate;
}
