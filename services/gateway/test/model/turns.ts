/**
 * Decides which process continues next. Every port call waits here before it takes effect, and the calls continue one at a
 * time. So the processes interleave at every call, and in the same way for the same seed. What a process does between two calls
 * is visible to nobody else.
 */
export class Turns {
  readonly #waiting: { readonly owner: object; readonly goOn: () => void }[] = [];
  readonly #paused = new Set<object>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #draw: () => number;
  /** How many calls may take effect at the same time. On a real database, these calls race there too. */
  readonly #atOnce: number;
  #taken = 0;

  constructor(seed: number, atOnce: number) {
    this.#draw = drawing(seed);
    this.#atOnce = atOnce;
  }

  get isQuiet(): boolean {
    return this.#ready.length === 0;
  }

  /** How many calls have continued so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether any process is paused. */
  get isAnybodyPaused(): boolean {
    return this.#paused.size > 0;
  }

  get #ready() {
    return this.#waiting.filter(({ owner }) => !this.#paused.has(owner));
  }

  /** Pauses a process, like a machine that hangs: its calls wait while all others continue. */
  pause(owner: object): void {
    this.#paused.add(owner);
  }

  resumeAll(): void {
    this.#paused.clear();
  }

  /** Waits for the turn of a process, and then lets its call take effect. */
  async take<Result>(owner: object, effect: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => this.#waiting.push({ owner, goOn: resolve }));
    this.#taken += 1;
    const running = effect();
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(ended);
    void ended.then(() => this.#running.delete(ended));
    return running;
  }

  /** Lets some of the waiting calls continue, and waits until their processes wait again or have ended. */
  async step(): Promise<void> {
    const count = this.#atOnce === 1 ? 1 : 1 + (this.#draw() % this.#atOnce);
    for (let index = 0; index < count; index += 1) {
      const ready = this.#ready;
      const next = ready[this.#draw() % ready.length];
      if (next === undefined) break;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.goOn();
    }
    await this.rest();
  }

  /** Resolves when everything that needs no turn has happened. */
  async rest(): Promise<void> {
    await allMicrotasks();
    while (this.#running.size > 0) {
      await Promise.race(this.#running);
      await allMicrotasks();
    }
  }

  async settle(): Promise<void> {
    await this.rest();
    for (let steps = 0; !this.isQuiet; steps += 1) {
      if (steps > MAX_STEPS) throw new Error('it never comes to rest');
      await this.step();
    }
  }
}

const MAX_STEPS = 20_000;

function allMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Returns a generator of random numbers (Mulberry32). With seed 0, always the first call is chosen, so the shortest failing
 * stories are easy to read.
 */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    if (seed === 0) return 0;
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
