/**
 * Runs tasks with the same key one after another, and others concurrently. This saves concurrent changes of one payment from
 * version conflicts. It is not needed for correctness, which the conditional update in the database ensures.
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
