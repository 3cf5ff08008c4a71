import type { Clock } from './clock.ts';

/**
 * A sandbox's clock. Testers move its business time forward, never back. All instances share the clock: the instance that gets
 * the call moves at once, and the others follow within half a second.
 */
export interface MovableClock extends Clock {
  /**
   * Moves the clock forward by a duration. Refuses if the clock would then be more than `limitMs` ahead of real time, including
   * earlier moves.
   */
  advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'>;
  /** Moves the clock forward to a moment of business time. Returns `passed` if the clock has already reached this moment. */
  moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'>;
}
