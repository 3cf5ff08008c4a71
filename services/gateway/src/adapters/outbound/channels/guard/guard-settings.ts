/**
 * The limits of one channel's calls, and how many failures make the gateway treat the channel as down. Each instance of the
 * gateway counts its own calls and failures.
 */
export interface GuardSettings {
  /**
   * The largest number of concurrent calls to a channel. Further calls wait in a queue, which holds at most four times this
   * number.
   */
  readonly concurrency: number;
  /**
   * The channel's circuit opens after this many consecutive calls to open a payment have failed. A call fails if the channel
   * gives no usable answer.
   */
  readonly failuresInARow: number;
  /** How many seconds an open circuit keeps new payments from the channel. After this time, one payment is sent as a probe. */
  readonly openSeconds: number;
  /** How many seconds an answer may take. A call whose answer takes longer counts as failed. */
  readonly slowSeconds: number;
}

export const defaultGuardSettings: GuardSettings = {
  concurrency: 64,
  failuresInARow: 5,
  openSeconds: 30,
  slowSeconds: 6,
};

/**
 * The share of failed calls above which a channel's circuit opens. Calls that open payments and calls that submit cards are
 * measured separately, over `WINDOW_SECONDS`. The share is ignored while there are fewer than `FEWEST_CALLS` calls.
 */
export const FAILING_SHARE = 0.5;
export const WINDOW_SECONDS = 60;
export const FEWEST_CALLS = 20;

export const WAITING_PER_PLACE = 4;
