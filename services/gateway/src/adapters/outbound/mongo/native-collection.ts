import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';

/**
 * The driver's collection behind a model, typed with its documents. `NativeWrites` uses it, and so does a scan that
 * must know where each batch ends.
 */
export function nativeCollection<Document extends { _id: string }>(
  model: Model<Document>,
): Collection<Document> {
  // Mongoose's type of the collection does not name the documents, but the object is the driver's collection.
  return model.collection as unknown as Collection<Document>;
}
