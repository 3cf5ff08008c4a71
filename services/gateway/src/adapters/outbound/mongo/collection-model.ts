import type { Connection, Model, Schema } from 'mongoose';
import type { StoredDocument } from './schema-numbers.ts';

/** Creates the Mongoose model of a collection on a connection. */
export function collectionModel<Document extends StoredDocument>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Model<Document> {
  const model = connection.model<Document>(name, schema);
  // Mongoose looks for a document's Mongoose schema in the document's property `schema`. Define this property here, because
  // Mongoose would otherwise find the stored field `schema`, which contains the schema number.
  Object.defineProperty(model.prototype, 'schema', { value: schema });
  return model;
}
