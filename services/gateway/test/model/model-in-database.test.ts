import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { SharedDatabase } from '../support/shared-database.ts';
import { numberOfStories, runStories, sharesOf, timeFor } from './model-runs.ts';

/** How many stories run at once. A story mostly waits for the server, so several take little longer than one. */
const LANES = 4;
/**
 * In an ordinary test run, each lane runs one story. Hundreds run in memory, on stores for which the same port contracts hold.
 */
const stories = numberOfStories('KASSA_MODEL_DATABASE_RUNS', LANES);
const shares = sharesOf(stories, LANES);
const databases: SharedDatabase[] = [];

beforeAll(async () => {
  for (const _ of shares) databases.push(await SharedDatabase.open());
});
afterAll(async () => {
  // Drop the databases in reverse, because the one that was opened first started the server and stops it.
  for (const database of databases.reverse()) await database.drop();
});

describe('two processes over one database, a channel and a merchant, in any interleaving', () => {
  test(`everything holds in ${stories} stories on the database`, { timeout: timeFor(stories) }, () =>
    Promise.all(
      databases.map((database, lane) => runStories(shares[lane] ?? 0, () => beginOn(database), lane)),
    ),
  );
});

async function beginOn(database: SharedDatabase) {
  // Empty the database. Otherwise, this story would process work that another story left due.
  await database.empty();
  // Start with the present time, because the database removes old data by its own clock.
  const clock = new SettableClock(new Date());
  const merchantId = `mer_${randomBytes(8).toString('hex')}`;
  return { stores: database.stores(clock), clock, atOnce: 4, merchantId };
}
