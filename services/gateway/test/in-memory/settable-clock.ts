import type { Clock } from '../../src/ports/clock.ts';
import { start } from '../builders/times.ts';

/** A clock that stands until it is moved. */
export class SettableClock implements Clock {
  #now: Date;

  constructor(now: Date = start) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  realNow(): Date {
    return this.#now;
  }

  set(now: Date): void {
    this.#now = now;
  }

  pass(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}
