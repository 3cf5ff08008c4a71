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
