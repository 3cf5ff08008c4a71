/** Detects unusually long waits. */
export class LongWait {
  readonly #afterMs: number;
  isLong = $state.raw(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  start(): void {
    this.stop();
    this.#timer = setTimeout(() => {
      this.isLong = true;
    }, this.#afterMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.isLong = false;
  }
}
