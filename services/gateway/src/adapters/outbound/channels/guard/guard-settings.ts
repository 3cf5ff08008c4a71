/**
 * When a channel counts as down, and how many concurrent calls it gets. The settings apply to each channel in
 * each instance.
 */
export interface GuardSettings {
  /** The number of concurrent calls; up to four times as many may wait. */
  readonly concurrency: number;
  /** The circuit opens after this many consecutive openings without a usable answer. */
  readonly failuresInARow: number;
  /** How long a channel opens no payments before a probe. */
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
 * The circuit also opens if more than this share of the openings, or of the submitted cards, in the window
 * failed, once there are enough calls to judge.
 */
export const FAILING_SHARE = 0.5;
export const WINDOW_SECONDS = 60;
export const FEWEST_CALLS = 20;

export const WAITING_PER_PLACE = 4;
