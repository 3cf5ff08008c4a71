import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SeeingFaultCheck } from './protection.ts';
import type { Verdict } from './verdict.ts';

interface FaultReport {
  readonly checks: readonly {
    readonly title: string;
    readonly status: string;
    readonly remarks: readonly string[];
  }[];
}

/** Runs one check of the fault harness. */
export function tryFaultCheck({ faultCheck }: SeeingFaultCheck, copy: string): Verdict {
  const report = join(copy, '.kassa/faults-results.json');
  rmSync(report, { force: true });
  spawnSync(
    'node',
    ['e2e/faults/run.ts', '--mode', 'short', '--seed', 'prove', '--only', faultCheck, '--impatient'],
    { cwd: copy, stdio: 'ignore' },
  );
  if (!existsSync(report)) return { kind: 'did not run', message: 'the fault harness wrote no report' };
  const { checks } = JSON.parse(readFileSync(report, 'utf8')) as FaultReport;
  const check = checks.find(({ title }) => title.startsWith(faultCheck));
  const message = (check ?? checks[0])?.remarks[0] ?? '';
  if (check?.status === 'passed') return { kind: 'passed' };
  return { kind: check?.status === 'failed' ? 'failed' : 'did not run', message };
}
