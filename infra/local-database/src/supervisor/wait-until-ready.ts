import { setTimeout as sleep } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import type { ServerPlan } from '../database-source.ts';
import { ensurePrimary } from '../replica-set.ts';
import { wakeWritersOfClosedSockets } from '../wake-writers-of-closed-sockets.ts';

const RETRY_MS = 50;

/** Resolves once the server accepts writes. If `giveUp` aborts first, rejects with the last failure as the cause. */
export async function waitUntilReady(plan: ServerPlan, giveUp: AbortSignal): Promise<void> {
  wakeWritersOfClosedSockets();
  let obstacle: unknown;
  while (!giveUp.aborted) {
    try {
      await tryOnce(plan);
      return;
    } catch (error) {
      obstacle = error;
      await sleep(RETRY_MS);
    }
  }
  throw new Error('The database did not become ready in time.', { cause: obstacle });
}

async function tryOnce(plan: ServerPlan): Promise<void> {
  // Connect to the process to which clients connect, which is the last one in the plan's list. With DocumentDB, this is
  // FerretDB. The first process, PostgreSQL, only stores FerretDB's data.
  const host = `127.0.0.1:${plan.processes.at(-1)?.port}`;
  const client = new MongoClient(`mongodb://${host}/?directConnection=true&retryWrites=false`, {
    serverSelectionTimeoutMS: 1_000,
    socketTimeoutMS: 5_000,
  });
  try {
    switch (plan.readiness) {
      case 'answers-queries':
        // Use a command that reads from the storage behind the server. A ping would not reach the storage.
        await client.db('admin').admin().listDatabases({ nameOnly: true });
        return;
      case 'replica-set-primary':
        await ensurePrimary(client, host);
        return;
    }
  } finally {
    await client.close();
  }
}
