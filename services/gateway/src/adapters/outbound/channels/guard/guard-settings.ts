/**
 * When a channel counts as down, and how many calls it gets at once. The settings hold for each channel in each
 * instance.
 */
export interface GuardSettings {
  /** The number of concurrent calls; at most four times as many wait. */
  readonly concurrency: number;
  /** The number of consecutive openings without a usable answer that opens the circuit. */
  readonly failuresInARow: number;
  /** How long the channel opens no payments before a probe. */
  readonly openSeconds: number;
  /** An answer that takes longer counts as a failure. */
  readonly slowSeconds: number;
}

export const defaultGuardSettings: GuardSettings = {
  concurrency: 64,
  failuresInARow: 5,
  openSeconds: 30,
  slowSeconds: 6,
};

/**
 * The circuit also opens when more than this share of the openings, or of the submitted cards, in the window
 * has failed, once there are enough calls to judge by.
 */
export const FAILING_SHARE = 0.5;
export const WINDOW_SECONDS = 60;
export const FEWEST_CALLS = 20;

export const WAITING_PER_PLACE = 4;
