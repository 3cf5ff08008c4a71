import type { Clock } from '../../../src/ports/clock.ts';

/** A clock whose business time a test can move ahead of real time. */
export class AdvancingClock implements Clock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  realNow(): Date {
    return new Date();
  }

  moveSeconds(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }
}
