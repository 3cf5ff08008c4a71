/** Lets at most so many tasks of one key run at once; the others wait their turn, first come, first served. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #lanes = new Map<string, { running: number; readonly waiting: (() => void)[] }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Keys of which as many tasks run as may. */
  get saturatedKeys(): readonly string[] {
    return [...this.#lanes].filter(([, lane]) => lane.running >= this.#limit).map(([key]) => key);
  }

  /** Whether so many tasks of a key wait already that another had better come back later. */
  isCrowded(key: string): boolean {
    return (this.#lanes.get(key)?.waiting.length ?? 0) >= MAX_WAITING;
  }

  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    if (lane.running >= this.#limit) {
      // Whoever ends hands its place over, so nobody can slip in between.
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else {
      lane.running += 1;
    }
    try {
      return await task();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else lane.running -= 1;
      if (lane.running === 0) this.#lanes.delete(key);
    }
  }
}

const MAX_WAITING = 1_000;
