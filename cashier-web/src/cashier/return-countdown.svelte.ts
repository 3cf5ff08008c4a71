/** Counts down to the way back to the shop. Whoever wants to stay can stop it (WCAG 2.2.1). */
export class ReturnCountdown {
  /** Null when nothing happens by itself. */
  seconds = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;

  start(seconds: number, finished: () => void): void {
    this.stop();
    this.seconds = seconds;
    this.#timer = setInterval(() => {
      if (this.seconds === null) return;
      this.seconds -= 1;
      if (this.seconds > 0) return;
      this.stop();
      finished();
    }, 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.seconds = null;
  }
}
