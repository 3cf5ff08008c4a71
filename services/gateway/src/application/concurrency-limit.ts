import pLimit, { type LimitFunction } from 'p-limit';

/** Lets at most so many tasks of one key run at once; the others wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  /** Idle ones are kept too, up to a number: one costs more to make than to use. */
  readonly #lanes = new Map<string, LimitFunction>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Keys of which as many tasks run as may. */
  get saturatedKeys(): readonly string[] {
    return [...this.#lanes].filter(([, lane]) => lane.activeCount >= this.#limit).map(([key]) => key);
  }

  /** How many lanes are in memory. */
  get laneCount(): number {
    return this.#lanes.size;
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
      const isIdle = lane.activeCount === 0 && this.#lanes.get(key) === lane;
      if (isIdle && this.#lanes.size > MAX_KEPT) this.#lanes.delete(key);
    }
  }
}

const MAX_WAITING = 1_000;
/** Beyond it a lane ends with its last task. */
const MAX_KEPT = 1_000;
