import { type Db, type IndexDescriptionInfo, MongoServerError } from 'mongodb';

const COLLECTION_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

/**
 * Drops the indexes of a collection for which `isUnwanted` returns true. Select only indexes that neither this version of the
 * gateway nor a later one uses.
 */
export async function dropIndexes(
  database: Db,
  collectionName: string,
  isUnwanted: (index: IndexDescriptionInfo) => boolean,
): Promise<void> {
  const collection = database.collection(collectionName);
  const indexes = await unless(COLLECTION_NOT_FOUND, () => collection.indexes());
  for (const { name = '' } of indexes?.filter(isUnwanted) ?? []) {
    // Another run may have dropped the index.
    await unless(INDEX_NOT_FOUND, () => collection.dropIndex(name));
  }
}

async function unless<Result>(code: number, operation: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof MongoServerError && error.code === code) return undefined;
    throw error;
  }
}
