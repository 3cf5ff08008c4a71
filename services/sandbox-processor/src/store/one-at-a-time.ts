/**
 * Runs the tasks of one key one after another, and tasks of different keys concurrently. This only saves concurrent changes of
 * one payment from version conflicts; the conditional update in the database keeps the data correct.
 */
export class OneAtATime {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(task, task);
    this.#tails.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    }
  }
}
