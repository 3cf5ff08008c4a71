import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';

/**
 * Returns the MongoDB driver's collection behind a Mongoose model, with the type of the model's documents. Code uses it where
 * Mongoose is too slow or hides where a batch of results ends.
 */
export function nativeCollection<Document extends { _id: string }>(
  model: Model<Document>,
): Collection<Document> {
  // At run time, this object is the driver's collection. Only Mongoose's type for it lacks the type of the documents.
  return model.collection as unknown as Collection<Document>;
}
