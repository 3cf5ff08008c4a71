import { MongoServerError } from 'mongodb';

/** Whether an insert failed because another insert with the same key came first. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}
