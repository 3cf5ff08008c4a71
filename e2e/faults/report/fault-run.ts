import { writeFileSync } from 'node:fs';
import type { Findings } from '../ledgers/find-contradictions.ts';
import type { SeededRandom } from '../seeded-random.ts';
import type { Merchant } from '../traffic/merchant.ts';
import type { World } from '../world.ts';
import type { Totals } from './totals.ts';

export type Mode = 'short' | 'full';

export interface CheckResult {
  readonly title: string;
  /** Rows of the table of faults. */
  readonly rows: readonly number[];
  readonly status: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  /** Numbers worth telling. */
  readonly measured: Readonly<Record<string, number>>;
  /** What was wrong, or why it was skipped. */
  readonly remarks: readonly string[];
}

/** What a check has in hand, and what it tells. */
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
   * Judges the ledgers of these merchants at the end of the run, when everything has come to rest: leases and
   * locks of processes that were killed take their time, which is not waited for after each check.
   */
  judgeAtTheEnd(merchants: readonly Merchant[], judge: (findings: Findings) => void): void;
  measure(name: string, value: number): void;
  progress(line: string): void;
}

export interface FaultCheck {
  /** A sentence; its first number is the row. */
  readonly title: string;
  readonly rows: readonly number[];
  /** Takes too long for the short form, where it runs only when it is asked for by its title. */
  readonly isOnlyInFullForm?: true;
  /** Begins, before all other checks, what needs time and not attention. */
  prepare?(context: CheckContext): Promise<void>;
  run(context: CheckContext): Promise<void>;
}

/** Thrown where something that a check needs cannot be had on this machine. */
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
