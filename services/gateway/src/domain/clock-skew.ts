/**
 * The maximum difference between the real-time clocks of two instances. If an instance waits this long after a recorded time,
 * this time has passed on every instance's clock.
 */
export const CLOCK_SKEW_SECONDS = 40;
