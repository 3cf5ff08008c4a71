/**
 * Who goes on next. Every call of a port waits here before it has its effect, and one waiting call at a
 * time is let go, so that processes interleave between any two effects, and always alike for the same
 * seed. What a process does between two calls nobody else can see.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #draw: () => number;
  /** How many calls may have their effects at once: on a database they race there as well. */
  readonly #atOnce: number;
  #taken = 0;

  constructor(seed: number, atOnce: number) {
    this.#draw = drawing(seed);
    this.#atOnce = atOnce;
  }

  get isQuiet(): boolean {
    return this.#waiting.length === 0;
  }

  /** How many calls had their turn so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Has the effect when its turn has come. */
  async take<Result>(effect: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
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

  /** Lets some of those who wait go on, and waits until they wait again or have ended. */
  async step(): Promise<void> {
    const count = this.#atOnce === 1 ? 1 : 1 + (this.#draw() % this.#atOnce);
    for (let index = 0; index < count && this.#waiting.length > 0; index += 1) {
      const [next] = this.#waiting.splice(this.#draw() % this.#waiting.length, 1);
      next?.();
    }
    await this.rest();
  }

  /** Everything that needs no turn has happened. */
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

/** Mulberry32; with seed 0 always the first, which makes the shortest counterexamples readable. */
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
