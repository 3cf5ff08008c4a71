/**
 * The maximum difference between the real-time clocks of two instances. A moment that one instance recorded has passed on every
 * other instance this much later.
 */
export const CLOCK_SKEW_SECONDS = 40;
