import { MongoError } from 'mongodb';

/** How many times a write that conflicts with other writes is tried before it fails. */
export const MAX_ROUNDS = 5;

/** Makes a write or builds an index. Repeats it if the database abandoned it because of a concurrent write or build. */
export async function writtenInSpiteOfConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error) || round === MAX_ROUNDS) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (!(error instanceof MongoError)) return false;
  return isWriteConflict(Number(error.code)) || isAbandonedIndexBuild(error);
}

/**
 * Whether a deadlock ended an index build. DocumentDB reports this as `InternalError`, so only the message tells it apart from
 * other internal errors.
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
