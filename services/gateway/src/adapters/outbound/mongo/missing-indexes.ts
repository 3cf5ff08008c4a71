import type { Connection } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** An index that the gateway needs but the database lacks, or has with other options. */
export interface MissingIndex {
  readonly collection: string;
  readonly fields: readonly string[];
}

/**
 * Finds the indexes that the gateway needs but the database lacks. Only collections whose models are already declared are
 * compared.
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
