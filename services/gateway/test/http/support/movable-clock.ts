import type { Clock } from '../../../src/ports/clock.ts';

/** A clock that runs with real time until a test stops or moves it. */
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
