import { type HealthReport, REPORTED_MINUTES } from '../../../../ports/channel-health.ts';

/**
 * At least this many of a channel's latest calls are kept, which is enough for good error rates and percentiles. A busy
 * channel's older calls are dropped to save memory.
 */
const MOST_KEPT = 2_000;

/** Keeps the calls of the last minutes, so that operators can see how well a channel works. */
export class RecentCalls {
  #calls: { readonly atMs: number; readonly durationMs: number; readonly isFailed: boolean }[] = [];

  #latestFailure: string | null = null;

  /** Why the latest failed call failed. Null if no call has failed. */
  get latestFailure(): string | null {
    return this.#latestFailure;
  }

  /** @param failure why the call failed; null if it did not */
  note(durationMs: number, failure: string | null): void {
    if (failure !== null) this.#latestFailure = failure;
    this.#calls.push({ atMs: Date.now(), durationMs, isFailed: failure !== null });
    if (this.#calls.length > 2 * MOST_KEPT) this.#calls = this.#calls.slice(-MOST_KEPT);
  }

  report(): Pick<HealthReport, 'calls' | 'errorRate' | 'medianMs' | 'p95Ms'> {
    const sinceMs = Date.now() - REPORTED_MINUTES * 60_000;
    const recent = this.#calls.filter(({ atMs }) => atMs >= sinceMs);
    const calls = recent.length;
    if (calls === 0) return { calls, errorRate: null, medianMs: null, p95Ms: null };
    const durations = recent.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
    const atShare = (share: number) => Math.round(durations[Math.ceil(share * calls) - 1] ?? 0);
    return {
      calls,
      errorRate: recent.filter(({ isFailed }) => isFailed).length / calls,
      medianMs: atShare(0.5),
      p95Ms: atShare(0.95),
    };
  }
}
