/** If at least this many tasks wait in a lane, callers should add no more for now. */
const MOST_WAITING = 400;

interface Lane {
  /**
   * The waiting tasks of each owner. The first owner in the map has the next turn: one of its tasks is started, and the owner
   * goes to the end of the map.
   */
  readonly waiting: Map<string, (() => Promise<void>)[]>;
  running: number;
}

/**
 * A lane in which enough tasks are waiting, so that callers should not add more now. If `owner` is null, they should add no
 * tasks at all; otherwise, no tasks of this owner.
 */
export interface EnoughWork<Key> {
  readonly lane: Key;
  readonly owner: string | null;
}

/**
 * Runs tasks in lanes. Each lane runs a limited number of tasks at once, so a lane whose tasks hang does not delay other lanes.
 * Each task has an owner, such as a merchant. Within a lane, the owners take turns.
 */
export class FairLanes<Key> {
  readonly #lanes = new Map<Key, Lane>();
  readonly #widthOf: (lane: Key) => number;
  readonly #running = new Set<Promise<void>>();

  /** @param widthOf how many tasks a lane may run at once; asked before each start */
  constructor(widthOf: (lane: Key) => number) {
    this.#widthOf = widthOf;
  }

  /** @param task never rejects */
  add(key: Key, owner: string, task: () => Promise<void>): void {
    const lane = this.#lanes.get(key) ?? { waiting: new Map(), running: 0 };
    this.#lanes.set(key, lane);
    const queue = lane.waiting.get(owner);
    if (queue === undefined) lane.waiting.set(owner, [task]);
    else queue.push(task);
    this.#startNext(key, lane);
  }

  /**
   * Tells callers which tasks not to add now. For a full lane, this means all tasks. For any other lane, it means the tasks of
   * owners who already have tasks waiting in the lane.
   */
  enough(): readonly EnoughWork<Key>[] {
    return [...this.#lanes].flatMap(([lane, { waiting }]): readonly EnoughWork<Key>[] => {
      const count = [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0);
      if (count >= MOST_WAITING) return [{ lane, owner: null }];
      return [...waiting.keys()].map((owner) => ({ lane, owner }));
    });
  }

  /** Removes all waiting tasks. Running tasks continue to their end. */
  clear(): void {
    for (const { waiting } of this.#lanes.values()) waiting.clear();
  }

  /** Resolves when no task runs or waits any more. */
  async settle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #startNext(key: Key, lane: Lane): void {
    while (lane.running < this.#widthOf(key)) {
      const task = takeTurn(lane.waiting);
      if (task === undefined) break;
      lane.running += 1;
      const running: Promise<void> = task().finally(() => {
        lane.running -= 1;
        this.#startNext(key, lane);
        this.#running.delete(running);
      });
      this.#running.add(running);
    }
    if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(key);
  }
}

/** Removes and returns the next task of the owner whose turn it is. */
function takeTurn(waiting: Lane['waiting']): (() => Promise<void>) | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [owner, queue] = first;
  const task = queue.shift();
  waiting.delete(owner);
  if (queue.length > 0) waiting.set(owner, queue);
  return task;
}
