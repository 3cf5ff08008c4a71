/**
 * Wakes payments and vouchers when something is due. If a crash loses the alarms, nothing is lost: the times are in the
 * database, and its regular scan finds them later.
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

  /** Sets the alarm of an ID, in place of its previous one. Null removes the alarm. */
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
