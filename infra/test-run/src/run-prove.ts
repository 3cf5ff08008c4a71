import { openLocalDatabase } from '@kassa/local-database';
import type { Protection, SeeingTests } from './prove/protection.ts';
import { protections } from './prove/protections.ts';
import { selectProtections } from './prove/prove-options.ts';
import { makeScratchCopy } from './prove/scratch-copy.ts';
import { takeOut } from './prove/take-out.ts';
import { tryFaultCheck } from './prove/try-fault-check.ts';
import { tryTests } from './prove/try-tests.ts';
import type { Verdict } from './prove/verdict.ts';

/**
 * Proves that each protection in the code is tested. It removes one after another in a copy of the repository, and expects
 * certain tests to fail. First, these tests must pass in the unchanged copy, because a test that always fails proves nothing.
 * A protection whose test fails there is reported, and the others are still tried.
 */

type SeenBy = Protection['seenBy'];

const tried = selectProtections(protections, process.argv.slice(2));
const database = await openLocalDatabase({ dataFolder: '.kassa/test-database', onProgress: console.log });
const copy = makeScratchCopy();
const noticed: string[] = [];
const unnoticed: string[] = [];
const unproven: string[] = [];
try {
  const before = tryUnchanged();
  for (const [index, protection] of tried.entries()) {
    const startedAtMs = performance.now();
    const what = `fault ${protection.faults.join(', ')}: without "${protection.what}"`;
    const sign = judge(protection, before.get(JSON.stringify(protection.seenBy)), what);
    console.log(`[${index + 1}/${tried.length}] ${sign}  ${what} (${secondsSince(startedAtMs)} s)`);
  }
} finally {
  copy.remove();
  await database.stop();
}
for (const what of unproven) console.log(`? not tried  ${what}`);
for (const what of unnoticed) console.log(`✗ NOT NOTICED  ${what}`);
console.log(
  `\n${noticed.length} noticed, ${unnoticed.length} not noticed, ${unproven.length} not tried; ${secondsSince(0)} s`,
);
process.exitCode = unnoticed.length + unproven.length === 0 ? 0 : 1;

/** Runs the tests of all protections in the unchanged copy. Returns the verdict on each, by its JSON. */
function tryUnchanged(): ReadonlyMap<string, Verdict> {
  const startedAtMs = performance.now();
  const seeing = [...new Map(tried.map(({ seenBy }) => [JSON.stringify(seenBy), seenBy])).values()];
  const tests = seeing.filter((seenBy): seenBy is SeeingTests => !('faultCheck' in seenBy));
  const testVerdicts = tryTests(tests, copy.folder, database.uri);
  const verdicts = new Map<string, Verdict>();
  const record = (seenBy: SeenBy, verdict: Verdict): void => {
    verdicts.set(JSON.stringify(seenBy), verdict);
    if (verdict.kind === 'passed') return;
    console.log(`✗ ${verdict.kind} with all protections in place: ${JSON.stringify(seenBy)}`);
    console.log(indented(verdict.message));
  };
  for (const [index, verdict] of testVerdicts.entries()) record(tests[index] as SeeingTests, verdict);
  for (const seenBy of seeing) if ('faultCheck' in seenBy) record(seenBy, tryFaultCheck(seenBy, copy.folder));
  const passed = [...verdicts.values()].filter(({ kind }) => kind === 'passed').length;
  console.log(
    `${passed} of ${seeing.length} tests pass with all protections in place (${secondsSince(startedAtMs)} s)`,
  );
  return verdicts;
}

/** Tries one protection, and adds it to the list to which it belongs. */
function judge(protection: Protection, before: Verdict | undefined, what: string): string {
  const skip = (reason: string): string => {
    unproven.push(`${what}: ${reason}`);
    return `? not tried (${reason})`;
  };
  if (before?.kind !== 'passed') return skip('its test does not pass with all protections in place');
  const verdict = tryWithout(protection);
  if (verdict.kind === 'did not run') return skip(verdict.message);
  const isNoticed = verdict.kind === 'failed';
  (isNoticed ? noticed : unnoticed).push(what);
  return isNoticed ? '✓ noticed' : '✗ NOT NOTICED';
}

function tryWithout(protection: Protection): Verdict {
  const { seenBy } = protection;
  let putBack: (() => void) | undefined;
  try {
    putBack = takeOut(protection, copy.folder);
    if ('faultCheck' in seenBy) return tryFaultCheck(seenBy, copy.folder);
    const [verdict] = tryTests([seenBy], copy.folder, database.uri);
    return verdict as Verdict;
  } catch (error) {
    return { kind: 'did not run', message: error instanceof Error ? error.message : String(error) };
  } finally {
    putBack?.();
  }
}

function indented(message: string): string {
  return message.split('\n').slice(0, 6).join('\n').replaceAll(/^/gm, '    ');
}

function secondsSince(startMs: number): number {
  return Math.round((performance.now() - startMs) / 1000);
}
