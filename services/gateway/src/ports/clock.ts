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
  return { business: clock.now(), real: clock.realNow() };
}
