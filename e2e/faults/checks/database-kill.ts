import { setTimeout as delay } from 'node:timers/promises';
import { type CheckContext, type FaultCheck, Skipped } from '../report/fault-run.ts';
import { Merchant } from '../traffic/merchant.ts';
import { Shoppers } from '../traffic/shoppers.ts';
import { waitFor } from '../wait-for.ts';
import { judgeCalls } from './judge-calls.ts';
import { tellContradictions } from './tell-contradictions.ts';

const FULL_KILLS = 20;
const CREATORS = 24;
const SHOPPERS = 6;
const MOST_RECOVERY_S = 10;
const RECOVERY_TIMEOUT_MS = 60_000;
const CALM_MS = 1_000;

/** Row 4. */
export const databaseKill: FaultCheck = {
  title:
    'fault 4: killing the database under load loses no acknowledged write; every call is answered, and the gateway recovers by itself',
  rows: [4],
  run: async (context) => {
    const { world, random, mode, totals } = context;
    if (world.database.isForeign) {
      throw new Skipped('the server that MONGODB_URI names is not ours to kill');
    }
    const merchant = await Merchant.onboard(world);
    const beganAtMs = Date.now();
    const incarnations = world.instances.map(({ incarnation }) => incarnation);
    const load = new DatabaseLoad(context, merchant);
    const recoveries: number[] = [];
    try {
      const draws = random.fork('which process');
      const kills = mode === 'full' ? FULL_KILLS : 2;
      for (let kill = 0; kill < kills; kill += 1) {
        await load.untilWritten(Date.now() + CALM_MS);
        // The database has two processes: the storage, and the front end that serves clients. The first kill ends one of them,
        // the second kill ends the other, and later kills choose at random.
        const which = kill < 2 ? kill : draws.between(0, 1);
        world.database.kill(which);
        const killedAtMs = Date.now();
        totals.databaseKills += 1;
        recoveries.push(((await load.untilWritten(killedAtMs)) - killedAtMs) / 1000);
      }
      await load.untilWritten(Date.now() + CALM_MS);
    } finally {
      await load.stop();
    }
    totals.recoverySeconds.push(...recoveries);
    context.measure('kills', recoveries.length);
    context.measure('longest recovery s', Math.max(...recoveries));
    for (const seconds of recoveries) {
      if (seconds > MOST_RECOVERY_S) context.fault(`it took ${seconds} s to the next acknowledged write`);
    }
    if (String(world.instances.map(({ incarnation }) => incarnation)) !== String(incarnations)) {
      context.fault('a gateway ended by itself');
    }
    judgeCalls(context, world.recorder.since(beganAtMs));
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

/** The traffic during the kills of the database: orders created at a steady rate, and shoppers who pay and request refunds. */
class DatabaseLoad {
  readonly #context: CheckContext;
  readonly #merchant: Merchant;
  readonly #shoppers: Shoppers;
  readonly #creating: Promise<void>[];
  #created = 0;
  #isOver = false;

  constructor(context: CheckContext, merchant: Merchant) {
    this.#context = context;
    this.#merchant = merchant;
    this.#shoppers = new Shoppers(context.world, merchant, context.random.fork('shoppers'));
    this.#shoppers.start(SHOPPERS);
    this.#creating = Array.from({ length: CREATORS }, () => this.#createOn());
  }

  /**
   * Waits until a call that began after the given time has created a payment order. Its success proves that the database
   * accepts writes again.
   */
  untilWritten(sinceMs: number): Promise<number> {
    const { recorder } = this.#context.world;
    return waitFor(
      'a write is acknowledged again',
      () => {
        const first = recorder
          .since(sinceMs)
          .filter(
            ({ path, outcome }) =>
              path.endsWith('/payment/create') && outcome.kind === 'answered' && outcome.status === 200,
          )
          .map(({ startedAtMs, tookMs }) => startedAtMs + tookMs);
        return first.length > 0 && Math.min(...first);
      },
      RECOVERY_TIMEOUT_MS,
    );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#creating, this.#shoppers.stop()]);
    for (const failure of this.#shoppers.failures) this.#context.fault(`a shopper failed: ${failure}`);
  }

  async #createOn(): Promise<void> {
    while (!this.#isOver) {
      this.#created += 1;
      try {
        await this.#merchant.create(`L${this.#created}`, 1_000);
      } catch (error) {
        this.#context.fault(
          `a payment could not be created: ${error instanceof Error ? error.message : error}`,
        );
      }
      // Wait between two orders. More orders would test nothing more, and would make the comparison of the ledgers slower.
      await delay(200);
    }
  }
}
