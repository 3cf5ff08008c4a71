import { describe, test } from 'vitest';
import { newSurroundings } from '../in-memory/test-gateway.ts';
import { numberOfRuns, runStories } from './model-runs.ts';

const runs = numberOfRuns('KASSA_MODEL_RUNS', 1_000);

describe('two processes, a channel and a merchant, in any interleaving', () => {
  test(`everything holds in ${runs} stories with fakes`, { timeout: 20_000 + runs * 60 }, () =>
    runStories(runs, async () => {
      const { orders, claims, merchants, events, inbox, clock } = newSurroundings();
      const stores = { orders, claims, merchants, events, inbox };
      return { stores: [stores, stores], clock, atOnce: 1, merchantId: 'mer_model' };
    }),
  );
});
