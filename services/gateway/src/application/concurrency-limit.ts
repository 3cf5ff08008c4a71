import pLimit, { type LimitFunction } from 'p-limit';

/** Lets at most so many tasks of one key run at once; the others wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  /** Of the keys that have a task running. */
  readonly #lanes = new Map<string, LimitFunction>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Keys of which as many tasks run as may. */
  get saturatedKeys(): readonly string[] {
    return [...this.#lanes].filter(([, lane]) => lane.activeCount >= this.#limit).map(([key]) => key);
  }

  /** Whether so many tasks of a key wait already that another had better come back later. */
  isCrowded(key: string): boolean {
    return (this.#lanes.get(key)?.pendingCount ?? 0) >= MAX_WAITING;
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(key) ?? pLimit(this.#limit);
    this.#lanes.set(key, lane);
    try {
      return await lane(task);
    } finally {
      // When tasks end together, the first of them may have ended the lane, and another may have begun.
      if (lane.activeCount === 0 && this.#lanes.get(key) === lane) this.#lanes.delete(key);
    }
  }
}

const MAX_WAITING = 1_000;
