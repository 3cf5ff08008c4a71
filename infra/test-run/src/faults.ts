import { readFileSync, rmSync } from 'node:fs';
import { runCommand } from './run-command.ts';
import type { Tally } from './tally.ts';

const RESULTS_FILE = '.kassa/faults-results.json';

interface FaultResults {
  readonly checks: readonly { readonly status: 'passed' | 'failed' | 'skipped' }[];
}

/**
 * Runs the short form of the fault harness and counts its checks. The harness depends on timing, so other programs that run at
 * the same time must have a lower CPU priority.
 */
export async function runFaults(): Promise<Tally> {
  rmSync(RESULTS_FILE, { force: true });
  const { exitCode } = await runCommand('node', ['e2e/faults/run.ts', '--mode', 'short'], 'live');
  const checks = readChecks();
  const count = (status: string) => checks.filter((check) => check.status === status).length;
  const failed = count('failed');
  return {
    passed: count('passed'),
    // If the harness failed although none of its checks did, count one failure. It can fail before the first check, for
    // example.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count('skipped'),
  };
}

function readChecks(): FaultResults['checks'] {
  try {
    return (JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as FaultResults).checks;
  } catch {
    return [];
  }
}
