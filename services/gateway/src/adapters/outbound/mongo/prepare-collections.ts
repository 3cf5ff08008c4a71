import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/**
 * Creates the indexes that the registered models declare; safe to run on every start of every instance. Instances that
 * start at once on an empty DocumentDB can get into each other's way: what one of them gave up it does again.
 */
export async function prepareCollections(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await inDatabase(() => writtenInSpiteOfConflicts(() => prepare(model)));
  }
}

async function prepare(model: Model<unknown>): Promise<void> {
  await model.createCollection();
  await model.createIndexes();
}
