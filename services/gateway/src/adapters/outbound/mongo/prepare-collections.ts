import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { missingIndexes } from './missing-indexes.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/**
 * Creates the indexes that the registered models declare. Every instance does this at every start, which is safe. On an
 * empty DocumentDB, instances that start together can conflict, so index builds that the database abandoned are
 * repeated.
 *
 * @throws {Error} when the database afterwards lacks an index, or has it with different options
 */
export async function prepareCollections(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await inDatabase(() => writtenInSpiteOfConflicts(() => prepare(model)));
  }
  const missing = await missingIndexes(connection);
  if (missing.length > 0) {
    const names = missing.map(({ collection, fields }) => `${collection} (${fields.join(', ')})`);
    throw new Error(`the database lacks indexes that it was told to make: ${names.join('; ')}`);
  }
}

async function prepare(model: Model<unknown>): Promise<void> {
  await model.createCollection();
  await model.createIndexes();
}
