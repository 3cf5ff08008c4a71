import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RunningSystem, startParts } from '../test/fixtures/running-system.ts';
import { engineNames, findEngine } from './find-engine.ts';
import { runJourney } from './journey.ts';
import { journeys } from './journeys/index.ts';

/**
 * `npm run engines` runs every journey of a consumer in every engine, one after the other, and prints one line for each. An
 * engine that is not available on this machine counts as one failure, with the reason.
 */

const { values } = parseArgs({
  options: { engine: { type: 'string', multiple: true }, journey: { type: 'string' } },
});
const chosenEngines = engineNames.filter(
  (name) => values.engine?.some((wanted) => wanted.toLowerCase() === name.toLowerCase()) ?? true,
);
const chosenJourneys = journeys.filter(({ name }) => name.includes(values.journey ?? ''));
const picturesFolder = '.kassa/engines';

let passed = 0;
let failed = 0;
const tell = (line: string): void => console.log(line);
mkdirSync('.kassa', { recursive: true });
const system = new RunningSystem(await startParts(tell));
try {
  for (const name of chosenEngines) await runEngine(name);
} finally {
  await system.stop();
}
tell(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runEngine(name: (typeof engineNames)[number]): Promise<void> {
  const search = await findEngine(name, tell);
  if (search.kind === 'absent') {
    failed += 1;
    tell(`✗ ${name}: ${search.reason}`);
    return;
  }
  const engine = await search.start();
  try {
    for (const journey of chosenJourneys) {
      const startedAtMs = performance.now();
      const failure = await runJourney(journey, system, engine);
      const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
      const title = `${name} ${engine.version}: ${journey.name} (${seconds} s)`;
      if (failure === undefined) {
        passed += 1;
        tell(`✓ ${title}`);
        continue;
      }
      failed += 1;
      tell(`✗ ${title}\n    ${failure.reason}`);
      for (const [index, picture] of failure.pictures.entries()) {
        tell(`    ${keepPicture(`${name}-${journeys.indexOf(journey) + 1}-${index + 1}`, picture)}`);
      }
    }
  } finally {
    await engine.close();
  }
}

function keepPicture(name: string, picture: Uint8Array): string {
  mkdirSync(picturesFolder, { recursive: true });
  const file = join(picturesFolder, `${name}.png`);
  writeFileSync(file, picture);
  return file;
}
