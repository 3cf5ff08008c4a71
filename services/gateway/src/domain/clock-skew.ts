/**
 * The maximum difference between the real-time clocks of two instances. After this much time, a moment that one instance
 * recorded has also passed by the clock of every other instance.
 */
export const CLOCK_SKEW_SECONDS = 40;
