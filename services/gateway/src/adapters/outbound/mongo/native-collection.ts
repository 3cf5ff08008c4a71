import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';

/**
 * Returns the MongoDB driver's collection behind a Mongoose model, with the type of the model's documents. The driver's
 * collection is used where Mongoose is too slow, or does not show where a batch of results ends.
 */
export function nativeCollection<Document extends { _id: string }>(
  model: Model<Document>,
): Collection<Document> {
  // `model.collection` is the MongoDB driver's collection at run time. The cast is needed only because Mongoose's type for it
  // does not include the type of the documents.
  return model.collection as unknown as Collection<Document>;
}
