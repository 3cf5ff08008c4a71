import type { Connection, Model, Schema } from 'mongoose';
import type { StoredDocument } from './schema-numbers.ts';

/** Creates the Mongoose model of a collection on a connection. */
export function collectionModel<Document extends StoredDocument>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Model<Document> {
  const model = connection.model<Document>(name, schema);
  // Mongoose expects its own `Schema` object in the property `schema` of each document. Kassa stores a field with the same
  // name, which contains a number. So define the property here; otherwise Mongoose would read the number.
  Object.defineProperty(model.prototype, 'schema', { value: schema });
  return model;
}
