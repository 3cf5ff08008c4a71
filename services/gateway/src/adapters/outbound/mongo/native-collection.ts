import type { Collection } from 'mongodb';
import type { Model } from 'mongoose';

/**
 * The driver's own view of a model's collection, typed with its documents. Hot writes go through it:
 * their documents come from mappers, and casting them again would cost more than the write's own work.
 */
export function nativeCollection<Document extends { _id: string }>(
  model: Model<Document>,
): Collection<Document> {
  // Mongoose types the collection without its documents; it is the driver's collection nevertheless.
  return model.collection as unknown as Collection<Document>;
}
