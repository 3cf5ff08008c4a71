const announcedMinutes = [5, 1] as const;

/** The order's remaining time, updated every second, and the moments to announce it. */
export class TimeLeft {
  /** Whole seconds; null until the order is known. */
  seconds = $state<number | null>(null);
  /** The minutes left that were reached last, to be announced; null before. */
  reached = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;

  start(readMs: () => number): void {
    this.stop();
    const look = () => {
      const seconds = Math.ceil(readMs() / 1_000);
      const before = this.seconds ?? seconds;
      this.seconds = seconds;
      const minutes = announcedMinutes.find((mark) => before > mark * 60 && seconds <= mark * 60);
      if (minutes !== undefined) this.reached = minutes;
    };
    look();
    this.#timer = setInterval(look, 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
