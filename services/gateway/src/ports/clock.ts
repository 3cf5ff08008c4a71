/** The same moment in business time and in real time. */
export interface Moment {
  /** Decides what is due. */
  readonly business: Date;
  /** The real time. It decides when a process's claim on some work ends, because the process needs real time for its work. */
  readonly real: Date;
}

/**
 * The gateway's two clocks. Neither business time nor real time ever goes back, and business time is never behind real time.
 */
export interface Clock {
  /** Business time, used for orders, refunds and the webhook retry schedule. In the sandbox, testers can move it forward. */
  now(): Date;
  /** Real time, used for request timestamps and nonces. Moving the sandbox's clock does not affect it. */
  realNow(): Date;
}

export function momentOf(clock: Clock): Moment {
  for (;;) {
    const [real, business] = [clock.realNow(), clock.now()];
    // Read both clocks within the same millisecond. Otherwise, the difference between business time and real time would appear
    // larger than it is.
    if (clock.realNow().getTime() === real.getTime()) return { business, real };
  }
}

/**
 * Converts a moment of business time to real time, using the present difference between the two clocks. Outside parties, such
 * as processors, know only real time.
 */
export function inRealTime(moment: Date, clock: Clock): Date {
  const { business, real } = momentOf(clock);
  return new Date(moment.getTime() - (business.getTime() - real.getTime()));
}
