import { once } from 'node:events';
import { type Findings, findContradictions } from './ledgers/find-contradictions.ts';
import type { FaultOptions } from './options.ts';
import { type CheckContext, type CheckResult, type FaultCheck, Skipped } from './report/fault-run.ts';
import type { Totals } from './report/totals.ts';
import { SeededRandom } from './seeded-random.ts';
import { settle } from './settle.ts';
import type { Merchant } from './traffic/merchant.ts';
import type { World } from './world.ts';

const PATIENT_MS = 600_000;
const IMPATIENT_MS = 60_000;

/**
 * Runs the checks one after another, waits until all work is done, and then compares the ledgers. If `stop` is aborted, returns
 * immediately and counts every check as failed, because the ledgers were not compared.
 */
export async function runChecks(
  checks: readonly FaultCheck[],
  world: World,
  options: FaultOptions,
  totals: Totals,
  stop: AbortSignal,
): Promise<readonly CheckResult[]> {
  const isSelected = (title: string) => options.only === undefined || title.includes(options.only);
  const running = checks
    .filter(({ title }) => isSelected(title))
    .filter(
      ({ isOnlyInFullForm }) => !isOnlyInFullForm || options.mode === 'full' || options.only !== undefined,
    )
    .map((check) => new RunningCheck(check, world, options, totals, isSelected));
  const stopped = (stop.aborted ? Promise.resolve() : once(stop, 'abort')).then(() => {
    for (const check of running) check.leave(stop.reason);
  });
  await Promise.race([stopped, runAndJudge(running, world, options)]);
  return running.map((check) => check.result());
}

async function runAndJudge(
  running: readonly RunningCheck[],
  world: World,
  options: FaultOptions,
): Promise<void> {
  for (const check of running) {
    // Start the instances that the previous check may have killed, so that every check begins with both of them running.
    await world.startAll();
    await check.run();
    if (check.isLeft) return;
  }
  console.log('  waiting until all work is done …');
  const isAtRest = await settle(
    world,
    running.flatMap(({ merchants }) => merchants.map(({ merchantId }) => merchantId)),
    options.isImpatient ? IMPATIENT_MS : PATIENT_MS,
  );
  for (const check of running) await check.judge(isAtRest);
}

class RunningCheck {
  readonly #check: FaultCheck;
  readonly #world: World;
  readonly #totals: Totals;
  readonly #context: CheckContext;
  readonly #faults: string[] = [];
  readonly #measured: Record<string, number> = {};
  readonly #judgements: { merchants: readonly Merchant[]; judge: (findings: Findings) => void }[] = [];
  #skipped: string | undefined;
  #isLeft = false;
  #spentMs = 0;

  constructor(
    check: FaultCheck,
    world: World,
    options: FaultOptions,
    totals: Totals,
    isSelected: (title: string) => boolean,
  ) {
    this.#check = check;
    this.#world = world;
    this.#totals = totals;
    this.#context = {
      world,
      totals,
      isSelected,
      mode: options.mode,
      random: new SeededRandom(options.seed).fork(`row ${check.rows[0]}`),
      fault: (text) => this.#faults.push(text),
      judgeAtTheEnd: (merchants, judge) => this.#judgements.push({ merchants, judge }),
      measure: (name, value) => {
        this.#measured[name] = Number(value.toFixed(2));
      },
      progress: (line) => console.log(`    ${line}`),
    };
  }

  get isLeft(): boolean {
    return this.#isLeft;
  }

  get merchants(): readonly Merchant[] {
    return this.#judgements.flatMap(({ merchants }) => merchants);
  }

  async run(): Promise<void> {
    await this.#attempt(this.#check.run.bind(this.#check));
    if (this.#isLeft) return;
    const sign = this.#skipped === undefined ? (this.#faults.length === 0 ? '·' : '✗') : '-';
    console.log(`${sign} ${this.#check.title} (${(this.#spentMs / 1000).toFixed(1)} s)`);
    for (const fault of this.#faults) console.log(`    ${fault}`);
    this.#totals.untrusted.push(...this.#world.receiver.forgeries.splice(0));
  }

  async judge(isAtRest: boolean): Promise<void> {
    await this.#attempt(async () => {
      for (const { merchants, judge } of this.#judgements) {
        if (!isAtRest) this.#faults.push('some work was not finished in time');
        judge(await findContradictions(this.#world, merchants, this.#totals));
      }
    });
  }

  /** Ends the check early. Anything that it finds after that is not printed. */
  leave(reason: string): void {
    this.#isLeft = true;
    this.#faults.push(`${reason} before the ledgers were compared`);
  }

  result(): CheckResult {
    const { title, rows } = this.#check;
    const failed = this.#faults.length > 0;
    return {
      title,
      rows,
      status: failed ? 'failed' : this.#skipped === undefined ? 'passed' : 'skipped',
      seconds: Number((this.#spentMs / 1000).toFixed(1)),
      measured: this.#measured,
      remarks: [...(this.#skipped === undefined ? [] : [this.#skipped]), ...this.#faults],
    };
  }

  async #attempt(step: (context: CheckContext) => Promise<void>): Promise<void> {
    const startedAtMs = performance.now();
    try {
      await step(this.#context);
    } catch (error) {
      if (error instanceof Skipped) this.#skipped = error.message;
      else this.#faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    this.#spentMs += performance.now() - startedAtMs;
  }
}
