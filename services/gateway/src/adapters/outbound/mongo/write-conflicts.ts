import { MongoError } from 'mongodb';

/** The maximum number of rounds for a write that keeps conflicting. */
export const MAX_ROUNDS = 5;

/** Repeats a write that the database abandoned because of another concurrent write. */
export async function writtenInSpiteOfConflicts<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await write();
    } catch (error) {
      const isConflict = error instanceof MongoError && isWriteConflict(Number(error.code));
      if (!isConflict || round === MAX_ROUNDS) throw error;
    }
  }
}

/** The document was not written because of another concurrent write. */
export function isWriteConflict(code: number | undefined): boolean {
  return code === MONGODB_WRITE_CONFLICT || code === DOCUMENTDB_DEADLOCK || code === DOCUMENTDB_SERIALIZATION;
}

/** `WriteConflict` in MongoDB's list of error codes. */
const MONGODB_WRITE_CONFLICT = 112;
/** DocumentDB reports an SQLSTATE of PostgreSQL as the number in PostgreSQL's packed encoding. */
const DOCUMENTDB_DEADLOCK = packedSqlState('40P01');
const DOCUMENTDB_SERIALIZATION = packedSqlState('40001');

/** Six bits for each character, the first character lowest: `MAKE_SQLSTATE` in PostgreSQL's elog.h. */
function packedSqlState(state: string): number {
  return [...state].reduce(
    (packed, character, index) => packed + (((character.charCodeAt(0) - 48) & 63) << (6 * index)),
    0,
  );
}
