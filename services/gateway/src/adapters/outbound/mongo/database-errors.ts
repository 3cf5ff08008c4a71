import { MongoError, MongoNetworkError, MongoServerError } from 'mongodb';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';

export const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The maximum duration of an operation. The driver has its own timeouts, but if a server dies at the wrong
 * moment, an operation can be subject to none of them. Without this deadline, it would block its caller and its
 * batch for ever.
 */
export const DATABASE_DEADLINE_MS = 15_000;

/**
 * Runs a database operation. A failure of the database itself becomes TemporarilyUnavailable: the database is
 * unreachable, restarts, has no free connections, or does not answer before the deadline. The caller then does
 * not know whether a write succeeded.
 */
export async function inDatabase<Result>(operation: () => Promise<Result>): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new TemporarilyUnavailable('the database did not answer in time')),
    DATABASE_DEADLINE_MS,
  );
  try {
    return await Promise.race([operation(), deadline]);
  } catch (error) {
    if (isDuplicateKey(error)) throw error;
    if (error instanceof MongoError || isMongooseFailure(error) || isBrokenSocket(error)) {
      throw new TemporarilyUnavailable('the database did not answer', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Mongoose wraps lost connections in its own errors. */
function isMongooseFailure(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    (error instanceof Error && /^Mongoose(?:ServerSelection)?Error$/.test(error.name))
  );
}

/** The driver passes some socket errors through unchanged, such as a write after the server has hung up. */
function isBrokenSocket(error: unknown): boolean {
  return error instanceof Error && 'code' in error && brokenSocketCodes.has(String(error.code));
}

const brokenSocketCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
