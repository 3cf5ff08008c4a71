import type { Clock } from './clock.ts';

/**
 * A sandbox's clock, whose business time testers move forward, never back. All instances share it: the one
 * that is told moves at once, the others follow within half a second.
 */
export interface MovableClock extends Clock {
  /** Moves it by a duration, unless it would be further ahead of real time than `limitMs`; moves add up. */
  advance(byMs: number, limitMs: number): Promise<'moved' | 'too_far_ahead'>;
  /** Moves it to a moment of business time; `passed` when it is there already or further. */
  moveTo(moment: Date, limitMs: number): Promise<'moved' | 'passed' | 'too_far_ahead'>;
}
