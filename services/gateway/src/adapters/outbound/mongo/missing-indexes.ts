import type { IndexDescription } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';

/** An index that the gateway needs, but that is missing in the database or has other options there. */
export interface MissingIndex {
  readonly collection: string;
  readonly fields: readonly string[];
  readonly description: IndexDescription;
}

/**
 * Finds the indexes that the gateway needs but that are missing in the database. Only collections whose models are already
 * declared are compared.
 */
export async function missingIndexes(connection: Connection): Promise<readonly MissingIndex[]> {
  const missing: MissingIndex[] = [];
  for (const model of Object.values(connection.models)) missing.push(...(await missingIndexesOf(model)));
  return missing;
}

/** The same for one collection. */
async function missingIndexesOf(model: Model<unknown>): Promise<readonly MissingIndex[]> {
  const { toCreate } = await inDatabase(() => model.diffIndexes({ indexOptionsToCreate: true }));
  const pairs = toCreate as unknown as readonly SchemaIndex[];
  const { collectionName: collection } = model.collection;
  return pairs.map((pair) => ({
    collection,
    fields: Object.keys(pair[0]),
    description: describedIndex(pair),
  }));
}

/** An index as Mongoose keeps it: its fields and its options. */
type SchemaIndex = readonly [IndexDescription['key'], Omit<IndexDescription, 'key'>];

/** Returns all indexes that a collection needs. */
export function neededIndexes(model: Model<unknown>): readonly IndexDescription[] {
  return (model.schema.indexes() as unknown as readonly SchemaIndex[]).map(describedIndex);
}

function describedIndex([key, options]: SchemaIndex): IndexDescription {
  return { key, ...options };
}

/** How people read about an index: `orders (due.attentionAt)`. */
export function indexText({ collection, fields }: Pick<MissingIndex, 'collection' | 'fields'>): string {
  return `${collection} (${fields.join(', ')})`;
}
