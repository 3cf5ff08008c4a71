import { type Clock, momentOf } from '../../ports/clock.ts';
import type { DueDeliveries } from '../../ports/delivery-queue.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { DeliverWebhooks } from './deliver-webhooks.ts';

const BATCH = 200;
/**
 * The longest time from one search of a run to the next. If receivers hang, the events of other merchants must not wait for
 * them. A shorter time would start deliveries faster than a slow database serves them, and callers' requests would wait behind
 * them for a connection.
 */
const MAX_WAIT_MS = 1_000;
/** The longest time until the next search if a search has found nothing, because the receivers of all due events are busy. */
const MAX_IDLE_MS = 100;
/**
 * How long one run searches. The time is limited, because another instance takes over a run that lasts too long. The next run
 * delivers the rest.
 */
const MAX_RUN_MS = 5_000;
/**
 * How many orders may still be in delivery when a run searches again. If there were more while receivers are slow, the waiting
 * events would fill the memory.
 */
const MAX_IN_HAND = 2_000;

interface Dependencies {
  readonly deliveries: DueDeliveries;
  readonly deliver: DeliverWebhooks;
  readonly background: BackgroundWork;
  readonly clock: Clock;
}

/**
 * Delivers due events that no process is handling: those whose next attempt is due, and those that a crashed process has left.
 * If many events are due, for example after an outage, one run delivers batch after batch.
 */
export class DeliverDue {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Starts deliveries without waiting for the end of slow ones. If a delivery fails, its events are postponed. */
  async execute(): Promise<void> {
    const { deliver } = this.#deps;
    const endsAtMs = performance.now() + MAX_RUN_MS;
    const run = new Run();
    do {
      const [runningBefore, endedBefore] = [run.running, run.ended];
      const found = await this.#startBatch(run);
      if (found === 'all') return;
      const started = run.running + run.ended - runningBefore - endedBefore;
      if (found === 'some') await run.untilAtMost(runningBefore + started / 2, MAX_WAIT_MS);
      else await run.untilAtMost(run.running - BATCH / 4, MAX_IDLE_MS);
      // End this run. If nothing was found and no delivery has ended, the receivers of the found events hang. If a delivery has
      // failed, the database probably refuses writes, and the next search would find the same events.
      if (run.hasFailed || (found === 'nothing' && run.ended === endedBefore)) return;
    } while (performance.now() < endsAtMs && deliver.ordersInHand < MAX_IN_HAND && !deliver.isStopping);
  }

  /** Starts the next batch. Returns whether it contained all due events, only some of them, or nothing new. */
  async #startBatch(run: Run): Promise<'all' | 'some' | 'nothing'> {
    const { deliveries, deliver, background, clock } = this.#deps;
    const leftOut = deliver.saturatedMerchants;
    const { orders, areAll } = await deliveries.listOrdersDue(momentOf(clock), BATCH, leftOut);
    const fresh = orders.filter(({ orderId }) => !deliver.isInHand(orderId));
    for (const { orderId, lastSequence } of fresh) {
      background.start('deliver-webhooks', () => run.count(deliver.deliverDue(orderId, lastSequence)));
    }
    if (areAll) return 'all';
    return fresh.length === 0 ? 'nothing' : 'some';
  }
}

/** The deliveries of one run. */
class Run {
  running = 0;
  ended = 0;
  /** Whether a delivery could not be attempted. An attempt that the receiver refuses is not such a failure. */
  hasFailed = false;
  #onEnd = () => {};

  async count(delivery: Promise<void>): Promise<void> {
    this.running += 1;
    try {
      await delivery;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    } finally {
      this.running -= 1;
      this.ended += 1;
      this.#onEnd();
    }
  }

  /** Waits until at most this number of deliveries is running, or until this time has passed. */
  async untilAtMost(count: number, maxMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEnd = () => {
      if (this.running <= Math.max(count, 0)) resolve();
    };
    this.#onEnd();
    const timer = setTimeout(resolve, maxMs);
    await promise;
    clearTimeout(timer);
  }
}
