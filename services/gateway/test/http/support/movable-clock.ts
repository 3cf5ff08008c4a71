import type { Clock } from '../../../src/ports/clock.ts';

/** A clock that a test can stop at a moment and move; it runs with real time until then. */
export class MovableClock implements Clock {
  #stoppedAt: Date | undefined;

  stopAt(moment: Date): void {
    this.#stoppedAt = moment;
  }

  run(): void {
    this.#stoppedAt = undefined;
  }

  now(): Date {
    return this.realNow();
  }

  realNow(): Date {
    return this.#stoppedAt ?? new Date();
  }
}
