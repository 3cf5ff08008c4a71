/** The recent health of the channels, as this process has seen it. Other instances may see it differently. */
export interface ChannelHealth {
  /** Whether a payment may be opened at a channel now: its circuit is closed, or the next payment may test the channel. */
  isOpenable(channelId: string): boolean;
  reportOf(channelId: string): HealthReport;
}

export type CircuitState = 'closed' | 'half_open' | 'open';

export interface HealthReport {
  readonly circuit: CircuitState;
  /** When the next payment may test the channel; null unless the circuit is open. */
  readonly probeDueAt: Date | null;
  /** The number of calls to the channel in the last minutes (`REPORTED_MINUTES`). */
  readonly calls: number;
  /** The share of calls that got no usable answer in time, from 0 to 1; null if there were no calls. */
  readonly errorRate: number | null;
  /** Median and 95th percentile of the calls' durations in milliseconds; null if there were no calls. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** The number of calls that are running, and the number of calls that wait because too many are running. */
  readonly running: number;
  readonly waiting: number;
}

export const REPORTED_MINUTES = 5;
