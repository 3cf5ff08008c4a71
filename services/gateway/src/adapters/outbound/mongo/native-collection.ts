import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';

/**
 * The driver's own view of a model's collection, typed with its documents: for `NativeWrites`, and for a scan
 * that must know where each batch ends.
 */
export function nativeCollection<Document extends { _id: string }>(
  model: Model<Document>,
): Collection<Document> {
  // Mongoose types the collection without its documents, but it is the driver's collection.
  return model.collection as unknown as Collection<Document>;
}
