import { writeFileSync } from 'node:fs';
import type { Findings } from '../ledgers/find-contradictions.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Merchant } from '../traffic/merchant.ts';
import type { World } from '../world.ts';
import type { Totals } from './totals.ts';

export type Mode = 'short' | 'full';

export interface CheckResult {
  readonly title: string;
  /** Rows of the fault table. */
  readonly rows: readonly number[];
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** Figures for the report. */
  readonly measured: Readonly<Record<string, number>>;
  /** What was wrong, or why it was skipped. */
  readonly remarks: readonly string[];
}

/** What a check of the fault harness can use: the system under fault, random numbers, and functions that report results. */
export interface CheckContext {
  readonly world: World;
  readonly mode: Mode;
  readonly random: SeededRandom;
  readonly totals: Totals;
  /** Whether a check runs in this run. */
  isSelected(title: string): boolean;
  /** A finding: the check fails. */
  fault(text: string): void;
  /**
   * Registers a comparison of the ledgers (what the gateway, the processor and these merchants have recorded). The harness
   * makes it at the end of the run, when the gateway has finished all work. This takes a while, because the leases and locks of
   * killed processes must expire first.
   */
  judgeAtTheEnd(merchants: readonly Merchant[], judge: (findings: Findings) => void): void;
  measure(name: string, value: number): void;
  progress(line: string): void;
}

export interface FaultCheck {
  /** A sentence; its first number is the row. */
  readonly title: string;
  readonly rows: readonly number[];
  /**
   * Whether a short run leaves out this check, because it takes too long. A short run still runs it if the option `--only`
   * selects its title.
   */
  readonly isOnlyInFullForm?: true;
  run(context: CheckContext): Promise<void>;
}

/** Thrown if something that a check needs is missing on this machine. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}

export function writeResults(
  file: string,
  run: { seed: string; mode: Mode; seconds: number; checks: readonly CheckResult[]; totals: Totals },
): void {
  const { totals, ...rest } = run;
  const results = { ...rest, ...totals, failPoints: [...totals.failPoints].sort() };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
