/**
 * Calls a function when something is due for a payment or voucher. If a crash loses the alarms, nothing is lost: the due times
 * are stored in the database, and the processor regularly searches the database for what is due.
 */
export class AlarmClock {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #ring: (id: string) => void;
  readonly #horizonMs: number;

  /** @param horizonMs times further ahead than this get no alarm; the regular database scan finds them later */
  constructor(horizonMs: number, ring: (id: string) => void) {
    this.#horizonMs = horizonMs;
    this.#ring = ring;
  }

  /** Sets the alarm of a payment or voucher in place of its previous one. With null, only removes the previous alarm. */
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
