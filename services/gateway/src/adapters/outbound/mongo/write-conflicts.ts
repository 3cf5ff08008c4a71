import { MongoError } from 'mongodb';

/** How often a write is tried before it fails, if it keeps conflicting with other writes. */
export const MAX_ROUNDS = 5;

/** Repeats a write or an index build that the database abandoned because of a concurrent one. */
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
 * DocumentDB reports a deadlock between two index builds as `InternalError`, so only the message tells it apart from
 * other internal errors.
 */
function isAbandonedIndexBuild(error: MongoError): boolean {
  return error.code === INTERNAL_ERROR && error.message === 'deadlock detected';
}

/** Whether an error code means that the database did not write the document because of a concurrent write. */
export function isWriteConflict(code: number | undefined): boolean {
  return code === MONGODB_WRITE_CONFLICT || code === DOCUMENTDB_DEADLOCK || code === DOCUMENTDB_SERIALIZATION;
}

/** The code of `InternalError` in MongoDB's list of error codes. */
const INTERNAL_ERROR = 1;
/** The code of `WriteConflict` in MongoDB's list of error codes. */
const MONGODB_WRITE_CONFLICT = 112;
/** DocumentDB reports PostgreSQL's SQLSTATE as a number, in the packed encoding that PostgreSQL uses internally. */
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
