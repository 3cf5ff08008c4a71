/** The recent health of the channels as this process has seen it; other instances have their own view. */
export interface ChannelHealth {
  /** Whether a payment may be opened at a channel now: its circuit is closed, or due for a probe. */
  isOpenable(channelId: string): boolean;
  reportOf(channelId: string): HealthReport;
}

export type CircuitState = 'closed' | 'half_open' | 'open';

export interface HealthReport {
  readonly circuit: CircuitState;
  /** When the next payment probes the channel; null unless the circuit is open. */
  readonly probeDueAt: Date | null;
  /** Calls in the last minutes (`REPORTED_MINUTES`). */
  readonly calls: number;
  /** The share of calls without a usable answer in time, from 0 to 1; null without calls. */
  readonly errorRate: number | null;
  /** Median and 95th percentile of the call durations; null without calls. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Calls under way, and calls that wait for a place. */
  readonly running: number;
  readonly waiting: number;
}

export const REPORTED_MINUTES = 5;
