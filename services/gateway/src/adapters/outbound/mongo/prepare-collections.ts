import type { IndexDescription } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { missingIndexes } from './missing-indexes.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/**
 * Creates the indexes of all collections whose models are declared. Every instance does this when it starts. If instances start
 * together on an empty DocumentDB, their index builds can conflict, so a failed build is repeated.
 *
 * @throws {IndexesNotBuilt} when the database afterwards lacks an index, or has it with different options
 */
export async function prepareCollections(connection: Connection): Promise<void> {
  const existing = new Set(await inDatabase(() => namesOfCollections(connection)));
  for (const model of Object.values(connection.models)) {
    const exists = existing.has(model.collection.collectionName);
    await inDatabase(() => writtenInSpiteOfConflicts(() => prepare(model, exists)));
  }
  const missing = await missingIndexes(connection);
  if (missing.length > 0) {
    const names = missing.map(({ collection, fields }) => `${collection} (${fields.join(', ')})`);
    throw new IndexesNotBuilt(`the database has not built these indexes: ${names.join('; ')}`);
  }
}

async function namesOfCollections(connection: Connection): Promise<readonly string[]> {
  return (await connection.listCollections()).map(({ name }) => name);
}

export class IndexesNotBuilt extends Error {
  override readonly name = 'IndexesNotBuilt';
}

/**
 * Creates a collection with its indexes. One command creates all the indexes; Mongoose would send a command for each. If
 * another instance is just building an index, the command waits until the index is complete.
 */
async function prepare(model: Model<unknown>, exists: boolean): Promise<void> {
  if (!exists) await model.createCollection();
  const indexes = model.schema.indexes().map(([key, options]) => ({ key, ...options }));
  if (indexes.length > 0) await model.collection.createIndexes(indexes as IndexDescription[]);
}
