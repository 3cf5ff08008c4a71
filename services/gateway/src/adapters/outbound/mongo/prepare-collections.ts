import { MongoServerError } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

const INDEX_NOT_FOUND = 27;

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
  await dropUnwantedExpiries(model);
  await model.createIndexes();
}

/**
 * An index of an earlier version that lets the database remove documents by itself must go: it would go on
 * removing what is to be kept now.
 */
async function dropUnwantedExpiries(model: Model<unknown>): Promise<void> {
  const wanted = model.schema
    .indexes()
    .filter(([, options]) => options.expireAfterSeconds !== undefined)
    .map(([fields]) => JSON.stringify(fields));
  for (const { name, key, expireAfterSeconds } of await model.collection.indexes()) {
    if (expireAfterSeconds === undefined || wanted.includes(JSON.stringify(key))) continue;
    try {
      await model.collection.dropIndex(String(name));
    } catch (error) {
      // Another instance that starts at the same time has dropped it.
      if (!(error instanceof MongoServerError && error.code === INDEX_NOT_FOUND)) throw error;
    }
  }
}
