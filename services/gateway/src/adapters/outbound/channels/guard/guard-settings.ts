/** When a channel counts as down, and how much is asked of it at once; for each channel and each instance alone. */
export interface GuardSettings {
  /** Calls at the same time; more wait, at most four times as many. */
  readonly concurrency: number;
  /** Openings in a row without a usable answer that open the circuit. */
  readonly failuresInARow: number;
  /** How long no payment is opened there, until one is tried. */
  readonly openSeconds: number;
  /** An answer that takes longer counts as none. */
  readonly slowSeconds: number;
}

export const defaultGuardSettings: GuardSettings = {
  concurrency: 64,
  failuresInARow: 5,
  openSeconds: 30,
  slowSeconds: 6,
};

/**
 * The circuit also opens when more than this part of the openings, or of the cards sent, in the window has failed, once
 * there are enough to tell.
 */
export const FAILING_SHARE = 0.5;
export const WINDOW_SECONDS = 60;
export const FEWEST_CALLS = 20;

export const WAITING_PER_PLACE = 4;
