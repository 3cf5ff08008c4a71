/**
 * The maximum difference that is assumed between the real-time clocks of two instances. To be sure that a recorded time has
 * passed on every instance's clock, an instance waits this much longer.
 */
export const CLOCK_SKEW_SECONDS = 40;
