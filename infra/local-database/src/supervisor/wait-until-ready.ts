import { MongoClient, MongoServerError } from 'mongodb';
import type { ServerPlan } from '../database-source.ts';

const RETRY_MS = 50;
const NOT_YET_INITIALIZED = 94;
const INVALID_REPLICA_SET_CONFIG = 93;

/** Resolves once the server takes writes; `signal` gives up (the last obstacle is the rejection's cause). */
export async function waitUntilReady(plan: ServerPlan, signal: AbortSignal): Promise<void> {
  let obstacle: unknown;
  while (!signal.aborted) {
    try {
      await tryOnce(plan);
      return;
    } catch (error) {
      obstacle = error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  throw new Error('The database did not become ready in time.', { cause: obstacle });
}

async function tryOnce(plan: ServerPlan): Promise<void> {
  const port = plan.processes.at(-1)?.port;
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true&retryWrites=false`, {
    serverSelectionTimeoutMS: 1_000,
    socketTimeoutMS: 5_000,
  });
  try {
    switch (plan.readiness) {
      case 'answers-queries':
        // Unlike a ping, this reaches the storage behind the server.
        await client.db('admin').admin().listDatabases({ nameOnly: true });
        return;
      case 'replica-set-primary':
        await ensurePrimary(client, `127.0.0.1:${port}`);
        return;
    }
  } finally {
    await client.close();
  }
}

async function ensurePrimary(client: MongoClient, host: string): Promise<void> {
  const admin = client.db('admin');
  const hello = await admin.command({ hello: 1 });
  if (hello['isWritablePrimary'] === true) return;
  try {
    await admin.command({ replSetGetStatus: 1 });
  } catch (error) {
    const code = error instanceof MongoServerError ? error.code : undefined;
    const config = { _id: replicaSetName, members: [{ _id: 0, host }] };
    if (code === NOT_YET_INITIALIZED) {
      await admin.command({ replSetInitiate: config });
    } else if (code === INVALID_REPLICA_SET_CONFIG) {
      // The only member is known under the port of an earlier run.
      await admin.command({
        replSetReconfig: { ...config, version: Date.now() % 1_000_000_000 },
        force: true,
      });
    } else {
      throw error;
    }
  }
  throw new Error('The replica set has no primary yet.');
}

export const replicaSetName = 'kassa';
