/**
 * The maximum difference between the real-time clocks of two instances: once this time has passed, a moment that one instance
 * recorded lies in the past on every instance.
 */
export const CLOCK_SKEW_SECONDS = 40;
