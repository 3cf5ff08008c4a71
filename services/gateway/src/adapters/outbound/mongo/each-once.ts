import type { Collection, Filter, FindCursor } from 'mongodb';
import { inDatabase } from './database-errors.ts';

/**
 * How many documents one batch contains. Without this limit, the database would fill each further batch with up to 16 MB of
 * documents, which the gateway would hold in memory at once.
 */
const AT_A_TIME = 1_000;

/**
 * Finds documents that may be written meanwhile, and returns each of them once.
 *
 * For each further batch, DocumentDB repeats the search from the place at which the last batch ended. A write moves a document
 * to another place. So a document that is written between two batches can be found twice, or not at all. If the documents fill
 * more than one batch, this function therefore searches once more, and reads those that the first search has missed.
 */
export async function* eachOnce<Stored extends { _id: string }, Found extends { readonly _id: string }>(
  collection: Collection<Stored>,
  filter: Filter<Stored>,
  projection: Readonly<Record<string, 1>>,
): AsyncGenerator<Found> {
  const known = new Set<string>();
  const isNew = ({ _id }: { readonly _id: string }) => !known.has(_id);
  const note = ({ _id }: { readonly _id: string }) => known.add(_id);
  const first = collection.find(filter).project<Found>(projection);
  let isComplete = true;
  for await (const batch of batchesOf(first)) {
    const isOnly = known.size === 0 && first.id?.isZero() === true;
    isComplete &&= isOnly;
    const fresh = batch.filter(isNew);
    fresh.forEach(note);
    yield* fresh;
  }
  if (isComplete) return;
  for await (const batch of batchesOf(collection.find(filter).project<{ _id: string }>({ _id: 1 }))) {
    const missed = batch.filter(isNew).map(({ _id }) => _id);
    if (missed.length === 0) continue;
    const found = collection.find({ _id: { $in: missed } } as Filter<Stored>).project<Found>(projection);
    for await (const documents of batchesOf(found)) {
      const fresh = documents.filter(isNew);
      fresh.forEach(note);
      yield* fresh;
    }
  }
}

/**
 * Uses the driver's own cursor, which shows where each batch ends. The deadline for database calls then applies only to reading a
 * batch, not to the time that the caller needs to process its documents.
 */
async function* batchesOf<Found>(cursor: FindCursor<Found>): AsyncGenerator<readonly Found[]> {
  cursor.batchSize(AT_A_TIME);
  try {
    while (await inDatabase(() => cursor.hasNext())) yield cursor.readBufferedDocuments();
  } finally {
    await inDatabase(() => cursor.close());
  }
}
