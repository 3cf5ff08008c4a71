import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalDatabase } from '@kassa/local-database';
import type { Protection } from './prove/protection.ts';
import { protections } from './prove/protections.ts';
import { makeScratchCopy } from './prove/scratch-copy.ts';
import { takeOut } from './prove/take-out.ts';

/**
 * Takes the protections out one at a time, in a copy, and shows that the tests which hold them turn red. The
 * tests are green with all protections in place, or `npm test` would say so.
 */

const database = await openLocalDatabase({ dataFolder: '.kassa/test-database', onProgress: console.log });
const copy = makeScratchCopy();
let unnoticed = 0;
try {
  for (const protection of protections) {
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
console.log(`\n${protections.length - unnoticed} noticed, ${unnoticed} not noticed`);
process.exitCode = unnoticed === 0 ? 0 : 1;

/** Red means that the named tests ran and at least one failed, not that nothing could be run. */
function turnsRed({ seenBy }: Protection): boolean {
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
      env: { ...process.env, MONGODB_URI: database.uri },
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
