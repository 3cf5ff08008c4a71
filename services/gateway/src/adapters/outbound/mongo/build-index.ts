import { type IndexDescription, MongoServerError } from 'mongodb';
import type { Connection, Model } from 'mongoose';
import { inDatabase } from './database-errors.ts';
import { indexText, type MissingIndex } from './missing-indexes.ts';
import { writtenInSpiteOfConflicts } from './write-conflicts.ts';

/** How long a build may take. The database may have to read millions of documents. */
const BUILD_TIMEOUT_MS = 24 * 3_600_000;
const ASK_EVERY_MS = 5_000;

/** The codes IndexOptionsConflict and IndexKeySpecsConflict in MongoDB's list of error codes. */
const CONFLICTS: ReadonlySet<unknown> = new Set([85, 86]);

/**
 * What to do with an index that exists with other options than this version needs. Instances of another version may need it as it
 * is, so only an operator's command replaces it.
 */
export type OnOtherOptions = 'replace' | 'refuse';

/** Thrown if the database has an index with other options than this version needs. */
export class IndexDiffers extends Error {
  override readonly name = 'IndexDiffers';
}

/**
 * Builds one index, however long it takes. If the database is already building it, waits for its end.
 *
 * @throws {IndexDiffers} when the index exists with other options and may not be replaced
 */
export async function buildIndex(
  model: Model<unknown>,
  index: MissingIndex,
  onOtherOptions: OnOtherOptions,
): Promise<void> {
  try {
    await createIndexes(model, [index.description]);
  } catch (error) {
    if (!(error instanceof MongoServerError && CONFLICTS.has(error.code))) throw error;
    if (onOtherOptions === 'refuse') {
      throw new IndexDiffers(`its index ${indexText(index)} has other options than this version needs`);
    }
    await dropLike(model, index.description);
    await createIndexes(model, [index.description]);
  }
}

/**
 * Creates indexes of a collection with one command; Mongoose would send a command for each. Indexes that exist stay as they are. If
 * another instance is just building one of them, the command waits for its end.
 */
export async function createIndexes(
  model: Model<unknown>,
  indexes: readonly IndexDescription[],
): Promise<void> {
  if (indexes.length === 0) return;
  // Without this option, the driver would close the connection after the usual time. The driver's type lacks the option.
  const patience: object = { socketTimeoutMS: BUILD_TIMEOUT_MS };
  await writtenInSpiteOfConflicts(() => model.collection.createIndexes([...indexes], patience));
}

/** Drops the index that has the same name or the same fields. */
async function dropLike(model: Model<unknown>, { key, name }: IndexDescription): Promise<void> {
  const fields = Object.entries(key);
  const wanted = name ?? fields.flat().join('_');
  for (const existing of await model.collection.indexes()) {
    const hasSameFields = JSON.stringify(Object.entries(existing.key)) === JSON.stringify(fields);
    if (existing.name === wanted || hasSameFields) await model.collection.dropIndex(existing.name ?? '');
  }
}

/**
 * Waits for index builds without a short limit, but only as long as the database still answers other commands.
 *
 * @param askEveryMs how often the database is asked whether it still answers
 * @param tell called every few seconds; a rejection ends the wait
 */
export async function patiently(
  connection: Connection,
  build: () => Promise<void>,
  tell: (seconds: number) => void | Promise<void> = () => {},
  askEveryMs = ASK_EVERY_MS,
): Promise<void> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const sinceMs = performance.now();
  const timer = setInterval(async () => {
    try {
      await inDatabase(async () => connection.db?.command({ ping: 1 }));
      await tell(Math.round((performance.now() - sinceMs) / 1_000));
    } catch (error) {
      reject(error);
    }
  }, askEveryMs);
  try {
    await Promise.race([inDatabase(build, BUILD_TIMEOUT_MS), failed]);
  } finally {
    clearInterval(timer);
  }
}
