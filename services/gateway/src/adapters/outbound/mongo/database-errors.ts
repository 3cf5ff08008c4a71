import { MongoError, MongoInvalidArgumentError, MongoNetworkError, MongoServerError } from 'mongodb';
import { type StorageRefusal, StorageRefused } from '../../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';

export const DUPLICATE_KEY = 11_000;

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * The longest time that a database operation may take. If a server dies at a bad moment, sometimes none of the driver's
 * timeouts ends the operation. Without this limit, the operation would then block for ever its caller and the other operations
 * that were sent to the database in the same batch.
 */
export const DATABASE_DEADLINE_MS = 15_000;

/**
 * Runs a database operation. Throws TemporarilyUnavailable if the database is unreachable, restarts, has no free connection or
 * does not answer in time. The caller then does not know whether a write succeeded. Throws StorageRefused if the database
 * permanently refuses the operation.
 *
 * @param deadlineMs how long the operation may take
 */
export async function inDatabase<Result>(
  operation: () => Promise<Result>,
  deadlineMs = DATABASE_DEADLINE_MS,
): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new TemporarilyUnavailable('the database did not answer in time')),
    deadlineMs,
  );
  try {
    return await Promise.race([operation(), deadline]);
  } catch (error) {
    if (isDuplicateKey(error)) throw error;
    const refusal = error instanceof MongoServerError ? refusalOf(error.code) : undefined;
    if (refusal !== undefined) throw storageRefused(refusal, error);
    if (isTooLargeToSend(error)) throw storageRefused('too_large', error);
    if (error instanceof MongoError || isMongooseFailure(error) || isBrokenSocket(error)) {
      throw new TemporarilyUnavailable('the database did not answer', { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns a description of what the database refuses with this error code; undefined if a retry can succeed. */
export function refusalOf(code: unknown): StorageRefusal | undefined {
  return refusals.get(Number(code));
}

/**
 * Whether the driver refuses to send a batch because one of its documents is too large. The driver then sends none of them. The
 * error differs if the document is so large that it does not even fit into the driver's buffer.
 */
export function isTooLargeToSend(error: unknown): boolean {
  return (
    (error instanceof MongoInvalidArgumentError && error.message.includes('larger than the maximum size')) ||
    (error instanceof RangeError && 'code' in error && error.code === 'ERR_OUT_OF_RANGE')
  );
}

export function storageRefused(refusal: StorageRefusal, cause: unknown): StorageRefused {
  return new StorageRefused(refusal, texts[refusal], { cause });
}

const texts: Readonly<Record<StorageRefusal, string>> = {
  not_permitted: 'the database does not permit the gateway this operation',
  too_large: 'the database refuses a document because it is too large',
};

/**
 * The codes of permanent refusals by MongoDB: Unauthorized, AuthenticationFailed, and three for documents that are too large.
 */
const refusals: ReadonlyMap<number, StorageRefusal> = new Map([
  [13, 'not_permitted'],
  [18, 'not_permitted'],
  [10_334, 'too_large'],
  [17_419, 'too_large'],
  [17_420, 'too_large'],
]);

/** Whether Mongoose threw the error. Mongoose reports lost connections by its own errors. */
function isMongooseFailure(error: unknown): boolean {
  return (
    error instanceof MongoNetworkError ||
    (error instanceof Error && /^Mongoose(?:ServerSelection)?Error$/.test(error.name))
  );
}

/**
 * Whether an error says that the connection to the database broke, for example because the server closed it. Such an error can
 * be Node's own, because the driver does not turn every socket error into a `MongoError`.
 */
function isBrokenSocket(error: unknown): boolean {
  return error instanceof Error && 'code' in error && brokenSocketCodes.has(String(error.code));
}

const brokenSocketCodes: ReadonlySet<string> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
