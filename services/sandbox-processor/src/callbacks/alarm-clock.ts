/**
 * Wakes payments and vouchers at their time. It only saves waiting: alarms that a crash loses are still in the
 * database.
 */
export class AlarmClock {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ring: (id: string) => void;
  readonly #horizonMs: number;

  /** Times beyond the horizon are left to the regular database scan. */
  constructor(horizonMs: number, ring: (id: string) => void) {
    this.#horizonMs = horizonMs;
    this.#ring = ring;
  }

  /** Replaces the alarm of an ID; null removes it. */
  set(id: string, inMs: number | null): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (inMs === null || inMs > this.#horizonMs) return;
    const timer = setTimeout(() => {
      this.#timers.delete(id);
      this.#ring(id);
    }, inMs);
    this.#timers.set(id, timer);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
