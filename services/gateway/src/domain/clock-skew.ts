/**
 * The real-time clocks of two instances must not be further apart than this: a moment that one has noted is over
 * everywhere so much later.
 */
export const CLOCK_SKEW_SECONDS = 40;
