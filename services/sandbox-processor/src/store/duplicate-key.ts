import { MongoServerError } from 'mongodb';

/** Whether an insert failed because its key exists: another insert was first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}
