import type { Connection, Model, Schema } from 'mongoose';
import type { StoredDocument } from './schema-numbers.ts';

/** Creates the Mongoose model of a collection on a connection. */
export function collectionModel<Document extends StoredDocument>(
  connection: Connection,
  name: string,
  schema: Schema<Document>,
): Model<Document> {
  const model = connection.model<Document>(name, schema);
  // Mongoose keeps a model's schema in the property `schema` of its documents. The documents' own field `schema` would
  // hide that property, so define it explicitly.
  Object.defineProperty(model.prototype, 'schema', { value: schema });
  return model;
}
