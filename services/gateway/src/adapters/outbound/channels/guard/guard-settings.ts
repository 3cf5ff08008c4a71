/**
 * When a channel counts as down, and how many calls it gets at once. Each instance of the gateway applies the settings
 * to each channel separately.
 */
export interface GuardSettings {
  /**
   * The largest number of concurrent calls to a channel. Up to four times as many further calls may wait for a slot.
   */
  readonly concurrency: number;
  /** The circuit opens after this many consecutive attempts to open a payment have had no usable answer. */
  readonly failuresInARow: number;
  /** How many seconds a channel gets no new payments before one payment probes it. */
  readonly openSeconds: number;
  /** A call whose answer takes longer than this counts as failed. */
  readonly slowSeconds: number;
}

export const defaultGuardSettings: GuardSettings = {
  concurrency: 64,
  failuresInARow: 5,
  openSeconds: 30,
  slowSeconds: 6,
};

/**
 * The circuit opens if, within `WINDOW_SECONDS`, more than `FAILING_SHARE` of the calls that open payments fail, or of
 * the calls that submit cards. It stays closed if there were fewer than `FEWEST_CALLS` such calls.
 */
export const FAILING_SHARE = 0.5;
export const WINDOW_SECONDS = 60;
export const FEWEST_CALLS = 20;

export const WAITING_PER_PLACE = 4;
