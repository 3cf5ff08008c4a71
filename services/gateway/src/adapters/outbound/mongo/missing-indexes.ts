import type { Connection } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** An index that the gateway needs, but that is missing in the database or has other options there. */
export interface MissingIndex {
  readonly collection: string;
  readonly fields: readonly string[];
}

/**
 * Finds the indexes that the gateway needs but that are missing in the database. Only collections whose models are already
 * declared are compared.
 */
export async function missingIndexes(connection: Connection): Promise<readonly MissingIndex[]> {
  const missing: MissingIndex[] = [];
  for (const model of Object.values(connection.models)) {
    const { toCreate } = await inDatabase(() => model.diffIndexes());
    const { collectionName: collection } = model.collection;
    missing.push(...toCreate.map((index) => ({ collection, fields: Object.keys(index) })));
  }
  return missing;
}
