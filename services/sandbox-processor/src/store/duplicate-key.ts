import { MongoServerError } from 'mongodb';

/** Whether an insert failed because a document with its key already exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}
