import { readFileSync, rmSync } from 'node:fs';
import { runCommand } from './run-command.ts';
import type { Tally } from './tally.ts';

const RESULTS_FILE = '.kassa/test-results.json';

interface VitestResults {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly TestFileResult[];
}

interface TestFileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/**
 * Runs the tests of every workspace, or only those of the given files. The counts come from the test runner's own report.
 */
export async function runTests(files: readonly string[]): Promise<Tally> {
  rmSync(RESULTS_FILE, { force: true });
  const { exitCode } = await runCommand(
    'vitest',
    ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${RESULTS_FILE}`],
    'live',
  );
  const results = readResults();
  if (results === undefined) return { passed: 0, failed: 1, skipped: 0 };
  announceSkipped(results);
  // If a test file cannot be loaded, none of its tests runs. Count the file as one failure.
  const brokenFiles = results.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length;
  const failed = results.numFailedTests + brokenFiles;
  return {
    passed: results.numPassedTests,
    // If the test runner failed although none of its tests did, count one failure. An error outside all tests can cause this,
    // for example.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: results.numPendingTests,
  };
}

function readResults(): VitestResults | undefined {
  try {
    return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as VitestResults;
  } catch {
    return undefined;
  }
}

function announceSkipped(results: VitestResults): void {
  for (const file of results.testResults) {
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'skipped' || status === 'pending') console.log(`skipped: ${fullName} (${file.name})`);
    }
  }
}
