import { describe, test } from 'vitest';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { numberOfStories, runStories, timeFor } from './model-runs.ts';

const stories = numberOfStories('KASSA_MODEL_RUNS', 250);

describe('two processes, a channel and a merchant, in any interleaving', () => {
  test(`everything holds in ${stories} stories with fakes`, { timeout: timeFor(stories) }, () =>
    runStories(stories, async () => {
      const { orders, claims, merchants, events, deliveries, inbox, clock } = newSurroundings();
      const shared = { orders, claims, merchants, events, deliveries, inbox };
      return { stores: [shared, shared], clock, atOnce: 1, merchantId: 'mer_model' };
    }),
  );
});
