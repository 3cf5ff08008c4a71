import { CircuitState, ConsecutiveBreaker, type IBreaker, SamplingBreaker } from 'cockatiel';
import { FAILING_SHARE, FEWEST_CALLS, WINDOW_SECONDS } from './guard-settings.ts';

/**
 * Breaks on openings that fail in a row, and on too large a share of failures among openings, or among
 * submissions. Submissions have no row: one that stays without a result is about its payment as often as about
 * the channel. Failures of long ago are in no row with new ones.
 */
export class FailureBreaker implements IBreaker {
  readonly #inARow: ConsecutiveBreaker;
  readonly #openings = newShare();
  readonly #submissions = newShare();
  #isOverdue = false;
  #lastFailureAtMs = 0;
  /** For breakers that are kept elsewhere; this one lives as long as its process. */
  state: unknown = null;

  constructor(failuresInARow: number) {
    this.#inARow = new ConsecutiveBreaker(failuresInARow);
  }

  success(state: CircuitState): void {
    this.#inARow.success();
    this.#openings.success(state);
    // A probe that went well begins all shares anew.
    if (state === CircuitState.HalfOpen) this.#submissions.success(state);
  }

  failure(state: CircuitState): boolean {
    const nowMs = Date.now();
    if (nowMs - this.#lastFailureAtMs > WINDOW_SECONDS * 1000) this.#inARow.success();
    this.#lastFailureAtMs = nowMs;
    const isRowFull = this.#inARow.failure();
    const isShareFull = this.#openings.failure(state);
    const isOverdue = this.#isOverdue;
    this.#isOverdue = false;
    return isRowFull || isShareFull || isOverdue;
  }

  /** Whether too many submissions fail: the failure that is noted next breaks then. */
  submissionEnded(isFailed: boolean): boolean {
    if (isFailed) this.#isOverdue ||= this.#submissions.failure(CircuitState.Closed);
    else this.#submissions.success(CircuitState.Closed);
    return this.#isOverdue;
  }
}

function newShare(): SamplingBreaker {
  return new SamplingBreaker({
    threshold: FAILING_SHARE,
    duration: WINDOW_SECONDS * 1000,
    minimumRps: FEWEST_CALLS / WINDOW_SECONDS,
  });
}
