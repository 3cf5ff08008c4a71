/** Wakes payments at their time. It only saves waiting: what it forgets in a crash, the database still knows. */
export class AlarmClock {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ring: (paymentId: string) => void;
  readonly #horizonMs: number;

  /** Times further away than the horizon are left to the regular look into the database. */
  constructor(horizonMs: number, ring: (paymentId: string) => void) {
    this.#horizonMs = horizonMs;
    this.#ring = ring;
  }

  /** Replaces the payment's alarm; null takes it away. */
  set(paymentId: string, inMs: number | null): void {
    clearTimeout(this.#timers.get(paymentId));
    this.#timers.delete(paymentId);
    if (inMs === null || inMs > this.#horizonMs) return;
    const timer = setTimeout(() => {
      this.#timers.delete(paymentId);
      this.#ring(paymentId);
    }, inMs);
    this.#timers.set(paymentId, timer);
  }

  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
