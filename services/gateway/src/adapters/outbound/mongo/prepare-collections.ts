import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/**
 * Creates the indexes that the registered models declare; every instance can run this safely at every start.
 * Instances that start at once on an empty DocumentDB can conflict; writes that the database gives up are
 * repeated.
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
