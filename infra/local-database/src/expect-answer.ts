import { MongoClient } from 'mongodb';
import { hostsOf } from './ways/mongodb-uri.ts';

const ANSWER_TIMEOUT_MS = 5_000;

/** Rejects with a clear message if the database at MONGODB_URI does not answer. */
export async function expectAnswer(uri: string): Promise<void> {
  // If the connection string already sets a timeout, keep that timeout.
  const patience = /serverSelectionTimeoutMS=/i.test(uri)
    ? {}
    : { serverSelectionTimeoutMS: ANSWER_TIMEOUT_MS };
  const client = new MongoClient(uri, patience);
  try {
    await client.db('admin').command({ ping: 1 });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`MONGODB_URI is set, but the database at ${hostsOf(uri)} does not answer: ${reason}`, {
      cause: error,
    });
  } finally {
    await client.close();
  }
}
