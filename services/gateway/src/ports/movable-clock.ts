import type { Clock } from './clock.ts';

/**
 * A sandbox's clock. Testers move its business time forward, never back. All instances share the clock. The instance that a
 * tester calls moves immediately, and the others follow within half a second.
 */
export interface MovableClock extends Clock {
  /**
   * Moves business time forward by a duration. Refuses if business time would then be more than `limitMs` ahead of real time.
   */
  advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'>;
  /** Moves business time forward to the given time. Returns `passed` if business time has already reached this time. */
  moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'>;
}
