/** How the channels are, as this process has seen them lately; other instances see for themselves. */
export interface ChannelHealth {
  /** Whether a payment may be opened at a channel now: its circuit is closed, or due for a probe. */
  isOpenable(channelId: string): boolean;
  reportOf(channelId: string): HealthReport;
}

export type CircuitState = 'closed' | 'half_open' | 'open';

export interface HealthReport {
  readonly circuit: CircuitState;
  /** When the next payment is tried there; null unless the circuit is open. */
  readonly probeDueAt: Date | null;
  /** How many there were in the last minutes (`REPORTED_MINUTES`). */
  readonly calls: number;
  /** Those without a usable answer in time, from 0 to 1; null without calls. */
  readonly errorRate: number | null;
  /** Half and 95 of a hundred calls took no longer; null without calls. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Calls under way, and calls that wait for a place. */
  readonly running: number;
  readonly waiting: number;
}

export const REPORTED_MINUTES = 5;
