import {
  type AnyBulkWriteOperation,
  type Filter,
  MongoBulkWriteError,
  type OptionalUnlessRequiredId,
  type WriteError,
} from 'mongodb';
import type { Model } from 'mongoose';
import { TemporarilyUnavailable } from '../../../application/temporarily-unavailable.ts';
import { Batches } from './batches.ts';
import { DUPLICATE_KEY, inDatabase } from './database-errors.ts';
import { nativeCollection } from './native-collection.ts';

/**
 * Group commit for a collection: inserts, bookkeeping updates and look-ups by ID of concurrent callers
 * share their round trips. Writes that must know whether their condition held are not grouped: a bulk
 * write answers sums, not who matched.
 */
export class GroupCommit<Document extends { _id: string }> {
  readonly #inserts: Batches<Document, 'inserted' | 'duplicate'>;
  readonly #updates: Batches<AnyBulkWriteOperation<Document>, undefined>;
  readonly #reads: Batches<string, Document | undefined>;

  /** @param asItLeaves what is to be inserted of a document, judged when its batch leaves */
  constructor(model: Model<Document>, asItLeaves: (document: Document) => Document = (document) => document) {
    const collection = nativeCollection(model);
    this.#inserts = new Batches((waiting) =>
      inDatabase(async () => {
        const documents = waiting.map(asItLeaves);
        try {
          await collection.insertMany(documents as OptionalUnlessRequiredId<Document>[], { ordered: false });
          return documents.map(() => 'inserted' as const);
        } catch (error) {
          const duplicates = duplicatePositions(error);
          return documents.map((_, index) => (duplicates.has(index) ? 'duplicate' : 'inserted'));
        }
      }),
    );
    this.#updates = new Batches((operations) =>
      inDatabase(async () => {
        await collection.bulkWrite([...operations], { ordered: false });
        return operations.map(() => undefined);
      }),
    );
    this.#reads = new Batches((ids) =>
      inDatabase(async () => {
        const filter = { _id: { $in: [...new Set(ids)] } } as unknown as Filter<Document>;
        const documents = await collection.find(filter).toArray();
        const byId = new Map(documents.map((document) => [document._id as string, document as Document]));
        return ids.map((id) => byId.get(id));
      }),
    );
  }

  /** Inserts a document; `duplicate` when its key is taken. */
  insert(document: Document): Promise<'inserted' | 'duplicate'> {
    return this.#inserts.add(document);
  }

  /** Updates a document; whether anything matched is not told. */
  async update(operation: AnyBulkWriteOperation<Document>): Promise<void> {
    await this.#updates.add(operation);
  }

  find(id: string): Promise<Document | undefined> {
    return this.#reads.add(id);
  }
}

/** Positions that failed because their key was taken; any other failure fails the whole batch. */
function duplicatePositions(error: unknown): ReadonlySet<number> {
  if (!(error instanceof MongoBulkWriteError)) throw error;
  const writeErrors: WriteError[] = Array.isArray(error.writeErrors)
    ? error.writeErrors
    : [error.writeErrors];
  if (writeErrors.length === 0 || writeErrors.some(({ code }) => code !== DUPLICATE_KEY)) {
    // The error bears the code of its first fault, which can be a duplicate among graver ones.
    throw new TemporarilyUnavailable('the database did not take a batch', { cause: error });
  }
  return new Set(writeErrors.map(({ index }) => index));
}
