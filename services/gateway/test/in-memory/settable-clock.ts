import type { Clock } from '../../src/ports/clock.ts';
import { start } from '../builders/times.ts';

/** A clock that stands until it is moved. */
export class SettableClock implements Clock {
  #now: Date;
  #aheadMs = 0;

  constructor(now: Date = start) {
    this.#now = now;
  }

  now(): Date {
    return new Date(this.#now.getTime() + this.#aheadMs);
  }

  realNow(): Date {
    return new Date(this.#now);
  }

  set(now: Date): void {
    this.#now = new Date(now.getTime() - this.#aheadMs);
  }

  /** Moves only business time, as testers move a sandbox's clock. */
  move(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }

  pass(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}

/** The clock of another machine, which follows the first one at a distance. */
export class ClockBehind extends SettableClock {
  readonly #ahead: SettableClock;
  readonly #behindMs: number;

  constructor(ahead: SettableClock, seconds: number) {
    super();
    this.#ahead = ahead;
    this.#behindMs = seconds * 1000;
  }

  override now(): Date {
    return new Date(this.#ahead.now().getTime() - this.#behindMs);
  }

  override realNow(): Date {
    return new Date(this.#ahead.realNow().getTime() - this.#behindMs);
  }
}
