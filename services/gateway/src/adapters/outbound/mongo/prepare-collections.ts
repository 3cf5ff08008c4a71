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
  for (const model of Object.values(connection.models)) {
    await inDatabase(() => writtenInSpiteOfConflicts(() => prepare(model)));
  }
  const missing = await missingIndexes(connection);
  if (missing.length > 0) {
    const names = missing.map(({ collection, fields }) => `${collection} (${fields.join(', ')})`);
    throw new IndexesNotBuilt(`the database has not built these indexes: ${names.join('; ')}`);
  }
}

export class IndexesNotBuilt extends Error {
  override readonly name = 'IndexesNotBuilt';
}

async function prepare(model: Model<unknown>): Promise<void> {
  await model.createCollection();
  await model.createIndexes();
}
