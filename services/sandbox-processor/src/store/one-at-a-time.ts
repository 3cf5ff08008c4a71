/**
 * Runs tasks with the same key one after another, and others concurrently. So concurrent changes of one payment cause no
 * version conflicts. This only saves work: the conditional update in the database already prevents lost changes.
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
