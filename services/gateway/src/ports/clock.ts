/** One moment on both clocks. */
export interface Moment {
  /** Says what is due. */
  readonly business: Date;
  /** Says whether who holds something is still at it: a process takes real time for its work. */
  readonly real: Date;
}

/** Neither time goes back, and business time is never behind real time. */
export interface Clock {
  /** Business time: orders, refunds, the webhook ladder. */
  now(): Date;
  /** Real time: request timestamps and nonces, which are never moved. */
  realNow(): Date;
}

export function momentOf(clock: Clock): Moment {
  for (;;) {
    const [real, business] = [clock.realNow(), clock.now()];
    // A millisecond that ends between the two would pass for a difference of the clocks.
    if (clock.realNow().getTime() === real.getTime()) return { business, real };
  }
}

/**
 * The moment of real time that a moment of business time stands for, as far as both are apart now. Who is outside, such
 * as a processor, knows real time only.
 */
export function inRealTime(moment: Date, clock: Clock): Date {
  const { business, real } = momentOf(clock);
  return new Date(moment.getTime() - (business.getTime() - real.getTime()));
}
