/** A callback that the receiver has not acknowledged yet. */
export interface PendingCallback {
  readonly id: string;
  /** The exact body to send. It describes the payment or voucher as it was when the event happened, without later changes. */
  readonly body: string;
  readonly tries: number;
  /** Null once the processor has given up. */
  readonly nextTryAt: Date | null;
}

/**
 * How long to wait after each failed try to send a callback. The processor gives up after the last try, about 8 hours after the
 * first.
 */
const retryDelaysMs: readonly number[] = [
  500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000,
  7_200_000, 14_400_000,
];

export function afterFailedTry(callback: PendingCallback, now: Date): PendingCallback {
  const delayMs = retryDelaysMs[callback.tries];
  const nextTryAt = delayMs === undefined ? null : new Date(now.getTime() + delayMs);
  return { ...callback, tries: callback.tries + 1, nextTryAt };
}
