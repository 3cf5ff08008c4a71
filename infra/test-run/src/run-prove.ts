import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import type { Protection, SeeingFaultCheck, SeeingTests } from './prove/protection.ts';
import { protections } from './prove/protections.ts';
import { makeScratchCopy } from './prove/scratch-copy.ts';
import { takeOut } from './prove/take-out.ts';

/**
 * Proves that each protection in the code is tested. It removes one after another in a copy of the repository, and expects
 * certain tests to fail. First, these tests must pass in the unchanged copy, because a test that always fails proves nothing.
 */

const database = await openLocalDatabase({ dataFolder: '.kassa/test-database', onProgress: console.log });
const copy = makeScratchCopy();
/** `npm run faults:prove -- <part of a name>` removes only the protections whose names contain this text. */
const wanted = process.argv[2] ?? '';
const tried = protections.filter(({ what, seenBy }) => `${what} ${JSON.stringify(seenBy)}`.includes(wanted));
let unnoticed = 0;
try {
  requireGreen(tried);
  for (const protection of tried) {
    const putBack = takeOut(protection, copy.folder);
    const isNoticed = turnsRed(protection);
    putBack();
    if (!isNoticed) unnoticed += 1;
    const sign = isNoticed ? '✓ noticed' : '✗ NOT NOTICED';
    console.log(`${sign}  fault ${protection.faults.join(', ')}: without "${protection.what}"`);
  }
} finally {
  copy.remove();
  await database.stop();
}
console.log(`\n${tried.length - unnoticed} noticed, ${unnoticed} not noticed`);
process.exitCode = unnoticed === 0 ? 0 : 1;

function requireGreen(shown: readonly Protection[]): void {
  const seeing = new Map(shown.map(({ seenBy }) => [JSON.stringify(seenBy), seenBy]));
  for (const seenBy of seeing.values()) {
    if (turnsRed({ seenBy }))
      throw new Error(`Fails although all protections are in place: ${JSON.stringify(seenBy)}`);
  }
  console.log(`✓ all ${seeing.size} tests pass while all protections are in place`);
}

/** Whether the named tests ran and failed. Tests that could not run do not count as failed. */
function turnsRed({ seenBy }: Pick<Protection, 'seenBy'>): boolean {
  return 'faultCheck' in seenBy ? faultCheckTurnsRed(seenBy) : testsTurnRed(seenBy);
}

function testsTurnRed(seenBy: SeeingTests): boolean {
  const escaped = seenBy.title.replaceAll(/[()]/g, '\\$&');
  const report = join(copy.folder, 'prove-results.json');
  rmSync(report, { force: true });
  spawnSync(
    'vitest',
    [
      ...['run', '--project', seenBy.project, seenBy.file, '-t', escaped],
      ...['--reporter=json', `--outputFile.json=${report}`, '--silent'],
    ],
    {
      cwd: copy.folder,
      env: { ...process.env, MONGODB_URI: database.uri, KASSA_EVERY_COMBINATION: '1' },
      stdio: 'ignore',
    },
  );
  const { numFailedTests, numPassedTests } = JSON.parse(readFileSync(report, 'utf8')) as TestCounts;
  if (numFailedTests + numPassedTests === 0)
    throw new Error(`No test of ${seenBy.file} is titled "${seenBy.title}"`);
  return numFailedTests > 0;
}

interface TestCounts {
  readonly numFailedTests: number;
  readonly numPassedTests: number;
}

function faultCheckTurnsRed({ faultCheck }: SeeingFaultCheck): boolean {
  const report = join(copy.folder, '.kassa/faults-results.json');
  rmSync(report, { force: true });
  spawnSync(
    'node',
    ['e2e/faults/run.ts', '--mode', 'short', '--seed', 'prove', '--only', faultCheck, '--impatient'],
    { cwd: copy.folder, stdio: 'ignore' },
  );
  const { checks } = JSON.parse(readFileSync(report, 'utf8')) as FaultReport;
  const check = checks.find(({ title }) => title.startsWith(faultCheck));
  if (check === undefined || check.status === 'skipped') {
    throw new Error(`The fault harness did not run "${faultCheck}"`);
  }
  return check.status === 'failed';
}

interface FaultReport {
  readonly checks: readonly { readonly title: string; readonly status: string }[];
}
