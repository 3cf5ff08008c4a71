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

/** Writes of hot paths, by the driver itself. Every test checks them against the collection's schema. */
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
