import type { Connection, Model } from 'mongoose';
import { buildIndex, createIndexes, type OnOtherOptions, patiently } from './build-index.ts';
import { inDatabase } from './database-errors.ts';
import { indexText, type MissingIndex, missingIndexes, neededIndexes } from './missing-indexes.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/** Learns which indexes are built. */
export interface IndexListener {
  /** @param documents how many documents the collection has, as the database estimates it */
  buildsIndex(index: MissingIndex, documents: number): void;
  /** Called every few seconds while the database builds an index. A rejection ends the wait. */
  stillBuildsIndex(index: MissingIndex, seconds: number): void | Promise<void>;
}

const nobody: IndexListener = { buildsIndex: () => {}, stillBuildsIndex: () => {} };

/**
 * Creates the collections whose models are declared, and their indexes. Missing indexes of existing collections are built one
 * after another, however long it takes. A finished index stays, so an interrupted run can be repeated. Every instance does this
 * when it starts, and `kassa-admin database migrate` does it before.
 *
 * If instances start together on an empty DocumentDB, their index builds can conflict, so a failed build is repeated.
 *
 * @throws {IndexDiffers} when the database has an index with other options, and it may not be replaced
 * @throws {IndexesNotBuilt} when the database afterwards lacks an index
 */
export async function prepareCollections(
  connection: Connection,
  listener: IndexListener = nobody,
  onOtherOptions: OnOtherOptions = 'refuse',
): Promise<void> {
  const names = new Set(await inDatabase(() => namesOfCollections(connection)));
  const models = Object.values(connection.models);
  const existing = models.filter(({ collection }) => names.has(collection.collectionName));
  const absent = models.filter((model) => !existing.includes(model));
  for (const model of absent) await patiently(connection, () => create(model));
  const missing = await missingIndexes(connection);
  for (const index of missing) await buildMissing(connection, index, listener, onOtherOptions);
  // The database may already list an index that another instance is still building. This command waits until it is complete.
  for (const model of existing) {
    await patiently(connection, () => createIndexes(model, neededIndexes(model)));
  }
  const unbuilt = missing.length === 0 ? [] : await missingIndexes(connection);
  if (unbuilt.length > 0) {
    throw new IndexesNotBuilt(`it has not built these indexes: ${unbuilt.map(indexText).join('; ')}`);
  }
}

async function namesOfCollections(connection: Connection): Promise<readonly string[]> {
  return (await connection.listCollections()).map(({ name }) => name);
}

export class IndexesNotBuilt extends Error {
  override readonly name = 'IndexesNotBuilt';
}

async function create(model: Model<unknown>): Promise<void> {
  await writtenInSpiteOfConflicts(() => model.createCollection());
  await createIndexes(model, neededIndexes(model));
}

async function buildMissing(
  connection: Connection,
  index: MissingIndex,
  listener: IndexListener,
  onOtherOptions: OnOtherOptions,
): Promise<void> {
  const model = Object.values(connection.models).find(
    ({ collection }) => collection.collectionName === index.collection,
  );
  if (model === undefined) throw new Error(`the collection ${index.collection} is not declared`);
  listener.buildsIndex(index, await inDatabase(() => model.estimatedDocumentCount()));
  await patiently(
    connection,
    () => buildIndex(model, index, onOtherOptions),
    (seconds) => listener.stillBuildsIndex(index, seconds),
  );
}
