/** The business time of all instances: real time plus an offset that only grows. */
export class BusinessClock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(byMs: number): void {
    this.offsetMs += Math.max(byMs, 0);
  }
}
