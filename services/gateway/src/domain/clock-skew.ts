/**
 * The maximum difference between the real-time clocks of two instances. After this time, a moment that one
 * instance recorded has passed on every instance.
 */
export const CLOCK_SKEW_SECONDS = 40;
