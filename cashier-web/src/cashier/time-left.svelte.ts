/** The page keeps the deadline that it shows, unless a newly computed deadline differs from it by more than this. */
const stableMs = 30_000;
const announcedMinutes = [5, 1] as const;

/** The time that remains to pay the order, updated every second. It also says when a screen reader should announce the time. */
export class TimeLeft {
  /** The whole seconds that remain; null until the order is known. */
  seconds = $state.raw<number | null>(null);
  /**
   * The deadline: the time, by this device's clock, at which the order can no longer be paid. Null until the order is known.
   */
  endsAt = $state.raw<Date | null>(null);
  /** The remaining minutes that a screen reader should announce: first five, later one. Null before the first announcement. */
  reached = $state.raw<number | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;

  start(readMs: () => number): void {
    this.stop();
    const look = () => {
      const leftMs = readMs();
      const seconds = Math.ceil(leftMs / 1_000);
      const endsAtMs = Date.now() + leftMs;
      // Each answer changes the estimate of the gateway's clock a little. Ignore such small changes, so that the deadline on
      // the page stays the same.
      if (Math.abs(endsAtMs - (this.endsAt?.getTime() ?? 0)) > stableMs) this.endsAt = new Date(endsAtMs);
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
