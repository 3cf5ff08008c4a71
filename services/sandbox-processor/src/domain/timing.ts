/** How long the simulated banks take. */
export interface Timing {
  readonly callbackDelayMs: number;
  readonly refundDelayMs: number;
  /**
   * How long after its due time a voucher still accepts transfers that were already on their way. Cancelling the voucher ends
   * this.
   */
  readonly voucherGraceMs: number;
}

export function later(now: Date, delayMs: number): Date {
  return new Date(now.getTime() + delayMs);
}

/** The earliest of the given times; null if there is none. A null among the times means never. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  let first: Date | null = null;
  for (const time of times) if (time !== null && (first === null || time < first)) first = time;
  return first;
}
