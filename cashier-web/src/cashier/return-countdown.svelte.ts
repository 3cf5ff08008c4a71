/** Counts down the seconds until the consumer returns to the shop. The consumer can stop it (WCAG 2.2.1). */
export class ReturnCountdown {
  /** The seconds that remain; null if no automatic return is planned. */
  seconds = $state.raw<number | null>(null);
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
