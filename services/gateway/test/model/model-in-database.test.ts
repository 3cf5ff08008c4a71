import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { SharedDatabase } from '../support/shared-database.ts';
import { numberOfStories, runStories, timeFor } from './model-runs.ts';

const stories = numberOfStories('KASSA_MODEL_DATABASE_RUNS', 30);
let database: SharedDatabase;

beforeAll(async () => {
  database = await SharedDatabase.open();
});
afterAll(() => database.drop());

describe('two processes over one database, a channel and a merchant, in any interleaving', () => {
  test(`everything holds in ${stories} stories on the database`, { timeout: timeFor(stories) }, () =>
    runStories(stories, async () => {
      // What another story left due would be attended to in this one.
      await database.empty();
      // The database removes what is old by its own time.
      const clock = new SettableClock(new Date());
      return {
        stores: database.stores(clock),
        clock,
        atOnce: 4,
        merchantId: `mer_${randomBytes(8).toString('hex')}`,
      };
    }),
  );
});
