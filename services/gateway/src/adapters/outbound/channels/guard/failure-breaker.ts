import { CircuitState, ConsecutiveBreaker, type IBreaker, SamplingBreaker } from 'cockatiel';
import { FAILING_SHARE, FEWEST_CALLS, WINDOW_SECONDS } from './guard-settings.ts';

/**
 * Opens the circuit after consecutive failed openings, or if too large a share of openings or of submissions
 * fails. Consecutive failed submissions do not count, because a submission without a result is as often the
 * payment's fault as the channel's. Old failures do not count as consecutive with new ones.
 */
export class FailureBreaker implements IBreaker {
  readonly #inARow: ConsecutiveBreaker;
  readonly #openings = newShare();
  readonly #submissions = newShare();
  #isOverdue = false;
  #lastFailureAtMs = 0;
  /**
   * The library persists this for breakers that are stored elsewhere; this one lives only as long as its process.
   */
  state: unknown = null;

  constructor(failuresInARow: number) {
    this.#inARow = new ConsecutiveBreaker(failuresInARow);
  }

  success(state: CircuitState): void {
    this.#inARow.success();
    this.#openings.success(state);
    // After a successful probe, all shares start from zero.
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

  /** Whether too many submissions fail. If so, the next recorded failure opens the circuit. */
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
