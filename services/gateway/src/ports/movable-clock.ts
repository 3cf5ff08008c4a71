import type { Clock } from './clock.ts';

/**
 * A sandbox's clock, whose business time testers move forward, never back. All instances share it. The instance
 * that gets the call moves at once, and the others follow within half a second.
 */
export interface MovableClock extends Clock {
  /**
   * Moves the clock by a duration, unless it would then be more than `limitMs` ahead of real time, counting all
   * moves.
   */
  advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'>;
  /** Moves the clock to a moment of business time; `passed` if the clock has already reached it. */
  moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'>;
}
