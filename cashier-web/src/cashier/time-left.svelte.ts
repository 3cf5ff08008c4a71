const announcedMinutes = [5, 1] as const;

/** The time that remains to pay the order, updated every second. It also says when a screen reader should announce the time. */
export class TimeLeft {
  /** The whole seconds that remain; null until the order is known. */
  seconds = $state.raw<number | null>(null);
  /** The remaining minutes that a screen reader should announce: first five, later one. Null before the first announcement. */
  reached = $state.raw<number | null>(null);
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
