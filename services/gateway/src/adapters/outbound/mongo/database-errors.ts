import { MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { TemporarilyUnavailable } from '../../../application/temporarily-unavailable.ts';

export const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Runs a database operation. A failure of the database itself — not reachable, restarting, out of
 * connections — becomes TemporarilyUnavailable; whether a write was done is then unknown to the caller.
 */
export async function inDatabase<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (isDuplicateKey(error)) throw error;
    if (error instanceof MongoError || isMongooseFailure(error)) {
      throw new TemporarilyUnavailable('the database did not answer', { cause: error });
    }
    throw error;
  }
}

/** Mongoose wraps a lost connection in errors of its own. */
function isMongooseFailure(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    (error instanceof Error && /^Mongoose(?:ServerSelection)?Error$/.test(error.name))
  );
}
