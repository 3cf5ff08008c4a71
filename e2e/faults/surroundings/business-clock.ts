/**
 * The sandbox clock of all instances of the gateway, which decides when work is due: real time plus an offset. Tests increase
 * the offset instead of waiting.
 */
export class BusinessClock {
  offsetMs = 0;

  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }

  advance(byMs: number): void {
    this.offsetMs += Math.max(byMs, 0);
  }
}
