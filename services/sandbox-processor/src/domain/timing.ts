/** How long the simulated banks take. */
export interface Timing {
  readonly callbackDelayMs: number;
  readonly refundDelayMs: number;
  /**
   * How long a voucher stays open after its due time, so that transfers already under way can still pay it. A cancellation
   * closes the voucher earlier.
   */
  readonly voucherGraceMs: number;
}

export function later(now: Date, delayMs: number): Date {
  return new Date(now.getTime() + delayMs);
}

/** Returns the earliest of the given times, where null stands for never. Null if there is no time among them. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  let first: Date | null = null;
  for (const time of times) if (time !== null && (first === null || time < first)) first = time;
  return first;
}
