/** The same time on both clocks of the gateway: in business time and in real time. */
export interface Moment {
  /** Decides what is due. */
  readonly business: Date;
  /**
   * The real time. It determines when a process's lease on a task ends, because a task takes the same real time even if a
   * tester moves business time forward.
   */
  readonly real: Date;
}

/**
 * The gateway's two clocks. Real time is the actual time. Business time determines what is due. In production, both are equal.
 * In a sandbox, testers can move business time forward, so that they need not wait for days. Neither clock ever goes back.
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
 * Converts a business time to real time, using the present difference between the two clocks. Outside parties, such as
 * processors, know only real time.
 */
export function inRealTime(moment: Date, clock: Clock): Date {
  const { business, real } = momentOf(clock);
  return new Date(moment.getTime() - (business.getTime() - real.getTime()));
}
