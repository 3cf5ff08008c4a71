import pLimit, { type LimitFunction } from 'p-limit';

/** Limits how many tasks with the same key run at once. Further tasks wait, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  /**
   * The lane of each key: a queue that runs the tasks with this key. Creating a lane costs more than reusing one, so idle lanes
   * are kept, up to a limit.
   */
  readonly #lanes = new Map<string, LimitFunction>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the keys for which as many tasks run as the limit allows. */
  get saturatedKeys(): readonly string[] {
    return [...this.#lanes].filter(([, lane]) => lane.activeCount >= this.#limit).map(([key]) => key);
  }

  /** How many lanes are in memory. */
  get laneCount(): number {
    return this.#lanes.size;
  }

  /** Whether callers should add no tasks with this key for now, because enough are waiting already. */
  isCrowded(key: string): boolean {
    return (this.#lanes.get(key)?.pendingCount ?? 0) >= MAX_WAITING;
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(key) ?? pLimit(this.#limit);
    this.#lanes.set(key, lane);
    try {
      return await lane(task);
    } finally {
      const isIdle = lane.activeCount === 0 && this.#lanes.get(key) === lane;
      if (isIdle && this.#lanes.size > MAX_KEPT) this.#lanes.delete(key);
    }
  }
}

const MAX_WAITING = 1_000;
/**
 * The number of lanes (queues of tasks with the same key) that are kept although no task runs in them. While there are more
 * lanes than this, a lane is removed when its last task ends.
 */
const MAX_KEPT = 1_000;
