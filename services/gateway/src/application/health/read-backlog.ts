import type { Backlog, Queues } from '../../ports/backlog.ts';
import { type Clock, momentOf } from '../../ports/clock.ts';

/**
 * How long a reading is reused. Probes and scrapers call without a token, so most of their calls must not reach the database.
 */
const FRESH_MS = 5_000;

export interface BacklogReading {
  readonly queues: Queues;
  /** How many seconds ago a worker of any instance last began a recurring duty. */
  readonly workerSilentSeconds: number;
}

interface Dependencies {
  readonly backlog: Backlog;
  readonly clock: Clock;
}

/**
 * Reads how much work is waiting, over all instances, and whether any worker is running. Reads the database at most once in 5
 * s.
 */
export class ReadBacklog {
  readonly #deps: Dependencies;
  readonly #startedAt: Date;
  #latest: { readonly readAtMs: number; readonly reading: Promise<BacklogReading> } | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#startedAt = deps.clock.realNow();
  }

  execute(): Promise<BacklogReading> {
    const nowMs = performance.now();
    if (this.#latest === undefined || nowMs - this.#latest.readAtMs >= FRESH_MS) {
      this.#latest = { readAtMs: nowMs, reading: this.#read() };
    }
    return this.#latest.reading;
  }

  async #read(): Promise<BacklogReading> {
    const { backlog, clock } = this.#deps;
    const at = momentOf(clock);
    const [queues, lastDutyAt] = await Promise.all([backlog.queues(at), backlog.lastDutyAt()]);
    // Until the first duty of a new deployment has run, count from the start of this process.
    const silentMs = at.real.getTime() - (lastDutyAt ?? this.#startedAt).getTime();
    return { queues, workerSilentSeconds: Math.max(0, silentMs / 1_000) };
  }
}
