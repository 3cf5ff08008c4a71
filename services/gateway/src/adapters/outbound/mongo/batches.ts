import { StorageRefused } from '../../../ports/storage-refused.ts';
import { TemporarilyUnavailable } from '../../../ports/temporarily-unavailable.ts';

/**
 * Sends concurrent operations on one collection to the database in batches, and gives each caller the outcome of its own
 * operation. A batch needs only one round trip and one log flush. A database that does 2,000 single operations a second does
 * many times as many in batches.
 *
 * At most two batches run at once. An operation that arrives meanwhile joins the next batch, and a lone operation never waits.
 * Both the length of the queue and the wait in it are limited: if the database is slow, callers are refused quickly. A refused
 * operation is never executed.
 */
export class Batches<Item, Outcome> {
  readonly #runBatch: (items: readonly Item[]) => Promise<readonly (Outcome | StorageRefused)[]>;
  readonly #collectForMs: number;
  #waiting: Waiting<Item, Outcome>[] = [];
  #underWay = 0;
  #isStartScheduled = false;

  /**
   * @param runBatch executes all items in one round trip and returns an outcome for each, in their order. The outcome is an
   * error if the database refuses only this item.
   *
   * @param collectForMs how long a batch waits for further operations that may take effect a little later. By default, a batch
   * does not wait
   */
  constructor(
    runBatch: (items: readonly Item[]) => Promise<readonly (Outcome | StorageRefused)[]>,
    collectForMs = 0,
  ) {
    this.#runBatch = runBatch;
    this.#collectForMs = collectForMs;
  }

  /**
   * Adds an operation to the next batch and returns its outcome. If the batch as a whole fails, the operation fails with it.
   */
  add(item: Item): Promise<Outcome> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new TemporarilyUnavailable('too many operations wait for the database'));
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ item, sinceMs: performance.now(), resolve, reject });
    this.#scheduleStart(this.#collectForMs);
    return promise;
  }

  /**
   * Starts the next batch at the end of the present turn of the event loop, so that all operations of this turn share the
   * batch.
   */
  #scheduleStart(inMs = 0): void {
    if (this.#isStartScheduled || this.#underWay >= MAX_BATCHES_UNDER_WAY) return;
    this.#isStartScheduled = true;
    const start = () => {
      this.#isStartScheduled = false;
      void this.#start();
    };
    if (inMs === 0) setImmediate(start);
    else setTimeout(start, inMs);
  }

  async #start(): Promise<void> {
    this.#refuseOverdue();
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.#underWay += 1;
    if (this.#waiting.length > 0) this.#scheduleStart();
    try {
      const outcomes = await this.#runBatch(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index];
        if (outcome instanceof StorageRefused) reject(outcome);
        else resolve(outcome as Outcome);
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#scheduleStart();
    }
  }

  #refuseOverdue(): void {
    const overdueMs = performance.now() - MAX_WAIT_MS;
    const firstInTime = this.#waiting.findIndex(({ sinceMs }) => sinceMs >= overdueMs);
    const overdue = this.#waiting.splice(0, firstInTime === -1 ? this.#waiting.length : firstInTime);
    for (const { reject } of overdue) {
      reject(new TemporarilyUnavailable('the operation waited too long for the database'));
    }
  }
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly sinceMs: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCHES_UNDER_WAY = 2;
const MAX_BATCH = 128;
/**
 * The largest number of operations that may wait. It is many times the size of two batches. In a longer queue, callers would
 * give up before their operations are sent.
 */
const MAX_WAITING = 2_048;
/**
 * The longest time that an operation waits until its batch starts. After that, the batch may wait equally long for a free
 * connection.
 */
const MAX_WAIT_MS = 5_000;
