import type { Connection, Model, Schema } from 'mongoose';
import type { StoredDocument } from './schema-numbers.ts';

/** The model of a collection on a connection. */
export function collectionModel<Document extends StoredDocument>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Model<Document> {
  const model = connection.model<Document>(name, schema);
  // Mongoose keeps a document's schema in the property `schema`, which our field of that name would hide.
  Object.defineProperty(model.prototype, 'schema', { value: schema });
  return model;
}
