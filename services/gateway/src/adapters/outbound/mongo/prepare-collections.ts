import type { Connection } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** Creates the indexes that the registered models declare; safe to run on every start of every instance. */
export async function prepareCollections(connection: Connection): Promise<void> {
  await inDatabase(async () => {
    for (const model of Object.values(connection.models)) {
      await model.createCollection();
      await model.createIndexes();
    }
  });
}
