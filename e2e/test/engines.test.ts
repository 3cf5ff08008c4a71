import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../engines/engine.ts';
import { engineNames, findEngine } from '../engines/find-engine.ts';
import { runJourney } from '../engines/journey.ts';
import { cardPaid } from '../engines/journeys/paying.ts';
import { RunningSystem, startParts } from './fixtures/running-system.ts';

/**
 * The short form of `npm run engines`: one journey in each engine but Chromium, in which all other tests run. An engine that
 * this machine lacks is skipped with its reason.
 */

const tell = (line: string): void => console.log(line);
const otherEngines = engineNames.filter((name) => name !== 'Chromium');
const searches = await Promise.all(
  otherEngines.map(async (name) => ({ name, search: await findEngine(name, tell) })),
);
for (const { name, search } of searches) if (search.kind === 'absent') tell(`${name}: ${search.reason}`);

let system: RunningSystem;
beforeAll(async () => {
  system = new RunningSystem(await startParts(tell));
});
afterAll(() => system?.stop());

describe.each(searches)('$name', ({ search }) => {
  let engine: Engine | undefined;
  beforeAll(async () => {
    if (search.kind === 'found') engine = await search.start();
  });
  afterAll(() => engine?.close());

  test(cardPaid.name, async ({ skip }) => {
    if (search.kind === 'absent') return skip(search.reason);
    if (engine === undefined) throw new Error('the engine was not started');
    expect(await runJourney(cardPaid, system, engine)).toBeUndefined();
  });
});
