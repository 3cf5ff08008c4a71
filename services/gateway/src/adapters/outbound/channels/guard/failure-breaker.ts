import { type CircuitState, ConsecutiveBreaker, type IBreaker, SamplingBreaker } from 'cockatiel';
import { FAILING_SHARE, FEWEST_CALLS, WINDOW_SECONDS } from './guard-settings.ts';

/** Breaks on failures in a row, or on too large a share of failures. Failures of long ago are in no row with new ones. */
export class FailureBreaker implements IBreaker {
  readonly #inARow: ConsecutiveBreaker;
  readonly #share = new SamplingBreaker({
    threshold: FAILING_SHARE,
    duration: WINDOW_SECONDS * 1000,
    minimumRps: FEWEST_CALLS / WINDOW_SECONDS,
  });
  #lastFailureAtMs = 0;
  /** For breakers that are kept elsewhere; this one lives as long as its process. */
  state: unknown = null;

  constructor(failuresInARow: number) {
    this.#inARow = new ConsecutiveBreaker(failuresInARow);
  }

  success(state: CircuitState): void {
    this.#inARow.success();
    this.#share.success(state);
  }

  failure(state: CircuitState): boolean {
    const nowMs = Date.now();
    if (nowMs - this.#lastFailureAtMs > WINDOW_SECONDS * 1000) this.#inARow.success();
    this.#lastFailureAtMs = nowMs;
    const isRowFull = this.#inARow.failure();
    const isShareFull = this.#share.failure(state);
    return isRowFull || isShareFull;
  }
}
