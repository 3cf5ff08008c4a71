import type { Moment } from '../../src/ports/clock.ts';

/** The moment at which all tests begin. */
export const start = new Date('2026-11-21T10:00:00.000Z');

/** Returns the moment that is the given number of seconds after the start of the tests. */
export function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000);
}

/** The same moment on both clocks. */
export function at(seconds: number): Moment {
  return { business: after(seconds), real: after(seconds) };
}
