import { setTimeout as delay } from 'node:timers/promises';
import { crashPoints } from '../instance/fail-points.ts';
import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { Invariant } from '../ledgers/check-ledgers.ts';
import type { Findings } from '../ledgers/find-contradictions.ts';
import type { Receipt } from '../ledgers/ledgers.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Merchant } from '../traffic/merchant.ts';
import { Shoppers } from '../traffic/shoppers.ts';
import { startAgain } from '../world.ts';
import { tellContradictions } from './tell-contradictions.ts';

const SHOPPERS_AT_ONCE = 12;
const REACH_TIMEOUT_MS = 90_000;
const FULL_CYCLES = 320;
const CYCLES_PER_DATABASE_KILL = 40;

type CrashPoint = (typeof crashPoints)[number];

interface PlannedCrash {
  readonly point: CrashPoint;
  readonly passage: number;
}

const aboutRefunds: ReadonlySet<Invariant> = new Set([
  'acknowledged_refund_exists',
  'refused_refund_is_nowhere',
  'refunds_fit',
  'money_returned_fits',
  'refund_made_once',
  'refund_states_agree',
  'no_unknown_money',
]);
const aboutWebhooks: ReadonlySet<Invariant> = new Set([
  'event_reached_merchant',
  'event_is_stable',
  'events_in_order',
]);

/**
 * Three checks that share one series of crashes. While consumers pay, processes are killed at one fail point after another.
 * Afterwards, each check examines its part of what the gateway, the processor and the merchant have recorded.
 */
export function crashChecks(): readonly FaultCheck[] {
  let phase: Promise<CrashPhase> | undefined;
  const check = (
    title: string,
    row: number,
    judge: (context: CheckContext, phase: CrashPhase, findings: Findings) => void,
  ): FaultCheck => ({
    title,
    rows: [row],
    run: async (context) => {
      const isWanted = (rows: readonly number[]) =>
        checks.some(({ title, rows: [row = 0] }) => context.isSelected(title) && rows.includes(row));
      phase ??= crashUnderTraffic(
        context,
        crashPoints.filter(({ rows }) => isWanted(rows)),
      );
      const done = await phase;
      context.judgeAtTheEnd([done.merchant], (findings) => judge(context, done, findings));
    },
  });
  const checks: readonly FaultCheck[] = [
    check(
      'fault 1: if the process is killed at any step of a refund, the channel still makes exactly one refund',
      1,
      (context, { kills }, findings) => {
        context.measure('kills', kills.filter((name) => isOfRow(name, 1)).length);
        tellContradictions(context, findings, (invariant) => aboutRefunds.has(invariant));
      },
    ),
    check(
      'fault 2: if the process is killed after any change of an order, neither the change nor its event is lost',
      2,
      (context, { kills, shoppers, unreached }, findings) => {
        context.measure('kills', kills.length);
        context.measure('orders', shoppers.begun);
        context.measure('paid', shoppers.paid);
        for (const failure of shoppers.failures) context.fault(`a shopper failed: ${failure}`);
        for (const name of unreached) context.fault(`the fail point ${name} was never reached`);
        tellContradictions(
          context,
          findings,
          (invariant) => !aboutRefunds.has(invariant) && !aboutWebhooks.has(invariant),
        );
      },
    ),
    check(
      'fault 3: if the process is killed after it has sent a webhook and before it records that, the webhook is sent again, with the same ID and body',
      3,
      (context, { kills }, findings) => {
        context.measure('kills', kills.filter((name) => isOfRow(name, 3)).length);
        expectRepetition(context, findings.ledgers.receipts);
        tellContradictions(context, findings, (invariant) => aboutWebhooks.has(invariant));
      },
    ),
  ];
  return checks;
}

interface CrashPhase {
  readonly merchant: Merchant;
  readonly shoppers: Shoppers;
  /** The fail point of each kill. */
  readonly kills: readonly string[];
  readonly unreached: readonly string[];
}

async function crashUnderTraffic(context: CheckContext, points: readonly CrashPoint[]): Promise<CrashPhase> {
  const merchant = await Merchant.onboard(context.world);
  const shoppers = new Shoppers(context.world, merchant, context.random.fork('shoppers'));
  shoppers.start(SHOPPERS_AT_ONCE);
  const crashes = new Crashes(context);
  try {
    await crashes.run(planCrashes(context, points));
  } finally {
    await shoppers.stop();
  }
  return { merchant, shoppers, kills: crashes.kills, unreached: crashes.unreached };
}

/**
 * A short run kills once after each step. A full run also kills before each step, although this usually has the same effect as
 * a kill after the previous step.
 */
function planCrashes({ mode, random }: CheckContext, points: readonly CrashPoint[]): readonly PlannedCrash[] {
  const share = points.length / crashPoints.length;
  const draws = random.fork('crashes');
  if (mode === 'short') {
    const planned = points.filter(({ name }) => name.endsWith(':after'));
    return draws.shuffled(planned).map((point) => ({ point, passage: draws.between(1, 3) }));
  }
  const cycles = Math.ceil(FULL_CYCLES * share);
  const planned: PlannedCrash[] = [];
  while (planned.length < cycles) {
    for (const point of draws.shuffled(points)) planned.push({ point, passage: draws.between(1, 3) });
  }
  return planned.slice(0, cycles);
}

/** Kills and restarts the two instances independently of each other, so that sometimes both are down at the same time. */
class Crashes {
  readonly kills: string[] = [];
  readonly unreached: string[] = [];
  readonly #context: CheckContext;

  constructor(context: CheckContext) {
    this.#context = context;
  }

  async run(planned: readonly PlannedCrash[]): Promise<void> {
    const { world, mode } = this.#context;
    const late: PlannedCrash[] = [];
    const workThrough = async (instance: GatewayInstance, crashes: readonly PlannedCrash[]) => {
      for (const crash of crashes) if (!(await this.#crashOnce(instance, crash))) late.push(crash);
      if (!instance.isRunning) await startAgain(instance);
    };
    const over = new AbortController();
    const killing = mode === 'full' ? this.#killDatabaseNowAndThen(over.signal) : undefined;
    await Promise.all([
      workThrough(
        world.first,
        planned.filter((_, index) => index % 2 === 0),
      ),
      workThrough(
        world.second,
        planned.filter((_, index) => index % 2 === 1),
      ),
    ]);
    over.abort();
    await killing;
    // Try once more to kill an instance at each fail point that was not reached. An instance may reach it now, because both
    // instances run again.
    await world.startAll();
    for (const crash of late) {
      if (!(await this.#crashOnce(world.first, crash))) this.unreached.push(crash.point.name);
    }
    await world.startAll();
    this.#context.progress(`${this.kills.length} kills, ${this.unreached.length} fail points not reached`);
  }

  /** Kills an instance at a fail point. Returns false if the instance did not reach that point. */
  async #crashOnce(instance: GatewayInstance, { point, passage }: PlannedCrash): Promise<boolean> {
    const { totals } = this.#context;
    if (!instance.isRunning) await startAgain(instance);
    const armed = await instance.arm(point.name, 'kill', { passage });
    const isReached = await Promise.race([armed.reached, delay(REACH_TIMEOUT_MS, false, { ref: false })]);
    if (!isReached) {
      if (instance.isRunning) await armed.disarm();
      return false;
    }
    await instance.ended();
    this.kills.push(point.name);
    totals.cycles += 1;
    totals.failPoints.add(point.name);
    return true;
  }

  async #killDatabaseNowAndThen(over: AbortSignal): Promise<void> {
    const { world, random, totals } = this.#context;
    if (world.database.isForeign) return;
    const draws = random.fork('database kills among crashes');
    for (let next = CYCLES_PER_DATABASE_KILL; !over.aborted; await delay(200)) {
      if (this.kills.length < next || world.database.processIds.length === 0) continue;
      next += CYCLES_PER_DATABASE_KILL;
      world.database.kill(draws.between(0, 1));
      totals.databaseKills += 1;
    }
  }
}

function isOfRow(name: string, row: number): boolean {
  return crashPoints.some((point) => point.name === name && (point.rows as readonly number[]).includes(row));
}

/**
 * Checks that at least one event arrived twice. An event arrives twice if the process that sent it is killed before it records
 * the delivery. If no event arrived twice, no process was killed at that point, so this run has not tested a repeated delivery.
 */
function expectRepetition(context: CheckContext, receipts: readonly Receipt[]): void {
  const acknowledged = receipts.filter(({ isAcknowledged }) => isAcknowledged);
  const repeated = acknowledged.length - new Set(acknowledged.map(({ webhookId }) => webhookId)).size;
  context.measure('events sent again', repeated);
  if (repeated === 0)
    context.fault('no event arrived twice, so no process was killed between sending and recording');
}
