/** One moment on both clocks. */
export interface Moment {
  /** Decides what is due. */
  readonly business: Date;
  /** Decides whether a lease still holds: a process takes real time for its work. */
  readonly real: Date;
}

/** Neither clock goes back, and business time is never behind real time. */
export interface Clock {
  /** Business time: orders, refunds, the webhook retry schedule. */
  now(): Date;
  /** Real time: request timestamps and nonces. Moving the sandbox's clock does not affect them. */
  realNow(): Date;
}

export function momentOf(clock: Clock): Moment {
  for (;;) {
    const [real, business] = [clock.realNow(), clock.now()];
    // If a millisecond ended between two readings, the clocks would seem to differ.
    if (clock.realNow().getTime() === real.getTime()) return { business, real };
  }
}

/**
 * Converts a moment of business time to real time, with the present difference between the two. External parties,
 * such as processors, know only real time.
 */
export function inRealTime(moment: Date, clock: Clock): Date {
  const { business, real } = momentOf(clock);
  return new Date(moment.getTime() - (business.getTime() - real.getTime()));
}
