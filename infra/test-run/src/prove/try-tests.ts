import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SeeingTests } from './protection.ts';
import type { Verdict } from './verdict.ts';

/** Longer than all tests together take. Without a protection, a test may run forever. */
const PATIENCE_MS = 3_600_000;

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** Runs all given tests in one process of the test runner. Returns their verdicts in the same order. */
export function tryTests(
  tests: readonly SeeingTests[],
  copy: string,
  databaseUri: string,
): readonly Verdict[] {
  if (tests.length === 0) return [];
  const report = join(copy, 'prove-results.json');
  rmSync(report, { force: true });
  const projects = new Set(tests.map(({ project }) => project));
  const titles = new Set(tests.map(({ title }) => title.replaceAll(/[()]/g, '\\$&')));
  const { error } = spawnSync(
    'vitest',
    [
      ...['run', ...[...projects].flatMap((project) => ['--project', project])],
      ...new Set(tests.map(({ file }) => file)),
      ...['-t', [...titles].join('|'), '--silent'],
      ...['--reporter=json', `--outputFile.json=${report}`],
    ],
    {
      cwd: copy,
      env: {
        ...process.env,
        MONGODB_URI: databaseUri,
        KASSA_EVERY_COMBINATION: '1',
        KASSA_MODEL_UNSHORTENED: '1',
      },
      stdio: 'ignore',
      timeout: PATIENCE_MS,
    },
  );
  if (error !== undefined) return tests.map(() => ({ kind: 'did not run', message: error.message }));
  const results = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  return tests.map((test) => verdictOn(test, results));
}

function verdictOn({ file, title }: SeeingTests, { testResults }: TestReport): Verdict {
  const results = testResults.find(({ name }) => name.endsWith(`/${file}`));
  const ran = (results?.assertionResults ?? []).filter(
    ({ status, fullName }) => (status === 'passed' || status === 'failed') && fullName.includes(title),
  );
  const failed = ran.find(({ status }) => status === 'failed');
  if (failed !== undefined) return { kind: 'failed', message: failed.failureMessages?.[0] ?? '' };
  if (ran.length > 0) return { kind: 'passed' };
  return { kind: 'did not run', message: results?.message || `${file} has no test titled "${title}"` };
}
