import type { Connection } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** An index that a schema declares, but that the database lacks or has with other options. */
export interface MissingIndex {
  readonly collection: string;
  readonly fields: readonly string[];
}

/** Compares the indexes that the declared collections need with those of the database. */
export async function missingIndexes(connection: Connection): Promise<readonly MissingIndex[]> {
  const missing: MissingIndex[] = [];
  for (const model of Object.values(connection.models)) {
    const { toCreate } = await inDatabase(() => model.diffIndexes());
    const { collectionName: collection } = model.collection;
    missing.push(...toCreate.map((index) => ({ collection, fields: Object.keys(index) })));
  }
  return missing;
}
