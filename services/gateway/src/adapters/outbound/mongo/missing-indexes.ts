import type { Connection } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** An index that a schema declares, but that the database does not have or has with different options. */
export interface MissingIndex {
  readonly collection: string;
  readonly fields: readonly string[];
}

/** Finds the declared indexes that the database lacks. Only collections whose models are registered are compared. */
export async function missingIndexes(connection: Connection): Promise<readonly MissingIndex[]> {
  const missing: MissingIndex[] = [];
  for (const model of Object.values(connection.models)) {
    const { toCreate } = await inDatabase(() => model.diffIndexes());
    const { collectionName: collection } = model.collection;
    missing.push(...toCreate.map((index) => ({ collection, fields: Object.keys(index) })));
  }
  return missing;
}
