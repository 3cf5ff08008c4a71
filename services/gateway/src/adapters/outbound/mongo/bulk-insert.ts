import { MongoBulkWriteError, type OptionalUnlessRequiredId, type WriteError } from 'mongodb';
import type { Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import type { BulkInsert } from './group-commit.ts';
import { nativeCollection } from './native-collection.ts';

const DUPLICATE_KEY = 11_000;

/** The bulk insert of a model's collection, by the driver directly: the documents are made by mappers. */
export function bulkInsertInto<Document extends { _id: string }>(
  model: Model<Document>,
): BulkInsert<Document> {
  const collection = nativeCollection(model);
  return (documents) =>
    inDatabase(async () => {
      try {
        await collection.insertMany(documents as OptionalUnlessRequiredId<Document>[], { ordered: false });
        return new Set();
      } catch (error) {
        if (error instanceof MongoBulkWriteError) return duplicatePositions(error);
        throw error;
      }
    });
}

/** Positions that failed because their key was taken; any other failure fails the whole batch. */
function duplicatePositions(error: MongoBulkWriteError): ReadonlySet<number> {
  const writeErrors: WriteError[] = Array.isArray(error.writeErrors)
    ? error.writeErrors
    : [error.writeErrors];
  if (writeErrors.length === 0 || writeErrors.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
  return new Set(writeErrors.map(({ index }) => index));
}
