import { CircuitState, ConsecutiveBreaker, type IBreaker, SamplingBreaker } from 'cockatiel';
import { FAILING_SHARE, FEWEST_CALLS, WINDOW_SECONDS } from './guard-settings.ts';

/**
 * Decides when a channel's circuit opens: after several consecutive failures to open a payment, or if too large a share
 * of openings or of card submissions fails. Consecutive failed submissions do not count, because a submission without a
 * result is as often the payment's fault as the channel's. Consecutive failures start again from zero if the previous
 * failure is older than the window.
 */
export class FailureBreaker implements IBreaker {
  readonly #inARow: ConsecutiveBreaker;
  readonly #openings = newShare();
  readonly #submissions = newShare();
  #isOverdue = false;
  #lastFailureAtMs = 0;
  /**
   * The library can store the state of breakers that outlive a process. This breaker lives only as long as its process,
   * so its state is never set.
   */
  state: unknown = null;

  constructor(failuresInARow: number) {
    this.#inARow = new ConsecutiveBreaker(failuresInARow);
  }

  success(state: CircuitState): void {
    this.#inARow.success();
    this.#openings.success(state);
    // After a successful probe, the failure share of submissions starts from zero, like the other counts.
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

  /**
   * Counts a submission and returns whether too many submissions fail. If so, the next failure that is recorded opens
   * the circuit.
   */
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
