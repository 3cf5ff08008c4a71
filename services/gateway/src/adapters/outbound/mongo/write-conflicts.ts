import { setTimeout as pause } from 'node:timers/promises';
import { MongoError } from 'mongodb';

/** How many times a write that conflicts with other writes is tried before it fails. */
const MAX_ROUNDS = 6;
/** The longest pause after the first try, in milliseconds. This limit doubles with each further try. */
const FIRST_PAUSE_MS = 50;
/** The longest pause after any try, in milliseconds. It is about as long as the database takes to detect a deadlock. */
const MAX_PAUSE_MS = 1000;

/** Makes a write or builds an index. If the database abandons it because of a concurrent write or index build, repeats it. */
export async function writtenInSpiteOfConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error) || !(await mayTryAgain(round))) throw error;
    }
  }
}

/**
 * Whether a write that failed because of a conflict may be repeated. `round` is the number of the failed try (1, 2, …). If the
 * write may be repeated, first pauses for a random time: if all these writes were repeated at the same time, they would
 * deadlock again.
 */
export async function mayTryAgain(round: number): Promise<boolean> {
  if (round >= MAX_ROUNDS) return false;
  await pause(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (round - 1)));
  return true;
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return isWriteConflict(Number(error.code)) || isAbandonedIndexBuild(error) || isCreatedByAnother(error);
}

/**
 * Whether a write failed because another connection has just created the collection. A connection of DocumentDB may still
 * assume that the collection does not exist. It then tries to create the collection as part of the write, or does not find it
 * for the index.
 */
function isCreatedByAnother(error: MongoError): boolean {
  return (
    error.code === NAMESPACE_NOT_FOUND || error.message.includes('Unable to create the specified collection')
  );
}

/**
 * Whether a deadlock ended an index build. DocumentDB reports this as `InternalError`, so only the message distinguishes it
 * from other internal errors.
 */
function isAbandonedIndexBuild(error: MongoError): boolean {
  return error.code === INTERNAL_ERROR && error.message === 'deadlock detected';
}

/** Whether the error code means that a document was not written because of a concurrent write. */
export function isWriteConflict(code: number | undefined): boolean {
  return code === MONGODB_WRITE_CONFLICT || code === DOCUMENTDB_DEADLOCK || code === DOCUMENTDB_SERIALIZATION;
}

/** The code of `InternalError` in MongoDB's list of error codes. */
const INTERNAL_ERROR = 1;
/** The code of `NamespaceNotFound` in MongoDB's list of error codes. */
const NAMESPACE_NOT_FOUND = 26;
/** The code of `WriteConflict` in MongoDB's list of error codes. */
const MONGODB_WRITE_CONFLICT = 112;
/**
 * DocumentDB's error codes for two SQLSTATEs of PostgreSQL. Each is a number, in the encoding that PostgreSQL uses internally.
 */
const DOCUMENTDB_DEADLOCK = packedSqlState('40P01');
const DOCUMENTDB_SERIALIZATION = packedSqlState('40001');

/**
 * Packs an SQLSTATE into a number: six bits for each character, the first character lowest (`MAKE_SQLSTATE` in
 * PostgreSQL's elog.h).
 */
function packedSqlState(state: string): number {
  return [...state].reduce(
    (packed, character, index) => packed + (((character.charCodeAt(0) - 48) & 63) << (6 * index)),
    0,
  );
}
