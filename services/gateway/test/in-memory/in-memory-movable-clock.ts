import type { MovableClock } from '../../src/ports/movable-clock.ts';

/** A clock that runs with real time. Its business time can be moved ahead. */
export class InMemoryMovableClock implements MovableClock {
  #aheadMs = 0;

  now(): Date {
    return new Date(Date.now() + this.#aheadMs);
  }

  realNow(): Date {
    return new Date();
  }

  async advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'> {
    if (this.#aheadMs + byMs > limitMs) return 'too_far_ahead';
    this.#aheadMs += byMs;
    return 'moved';
  }

  async moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'> {
    const aheadMs = moment.getTime() - Date.now();
    if (aheadMs > limitMs) return 'too_far_ahead';
    if (aheadMs <= this.#aheadMs) return 'passed';
    this.#aheadMs = aheadMs;
    return 'moved';
  }
}
