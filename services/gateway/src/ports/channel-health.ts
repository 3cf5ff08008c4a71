/** How well the channels have worked lately, as this process has seen it. Other instances may have had other experiences. */
export interface ChannelHealth {
  /**
   * Whether a payment may be opened at a channel now. Either the channel takes new payments (its circuit is closed), or the
   * next payment may test whether it works again.
   */
  isOpenable(channelId: string): boolean;
  reportOf(channelId: string): HealthReport;
}

export type CircuitState = 'closed' | 'half_open' | 'open';

export interface HealthReport {
  readonly circuit: CircuitState;
  /**
   * When the next payment may test whether the channel works again. Set only while the channel is closed to new payments (its
   * circuit is open); otherwise null.
   */
  readonly probeDueAt: Date | null;
  /** The number of calls to the channel in the last minutes (`REPORTED_MINUTES`). */
  readonly calls: number;
  /** The share of calls to the channel that got no usable answer in time, from 0 to 1; null if there were no calls. */
  readonly errorRate: number | null;
  /**
   * The median and the 95th percentile of the durations of calls to the channel, in milliseconds; null if there were no calls.
   */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** How many calls to the channel are running, and how many wait because too many are running. */
  readonly running: number;
  readonly waiting: number;
}

export const REPORTED_MINUTES = 5;
