import { CircuitState, ConsecutiveBreaker, type IBreaker, SamplingBreaker } from 'cockatiel';
import { FAILING_SHARE, FEWEST_CALLS, WINDOW_SECONDS } from './guard-settings.ts';

/**
 * Decides when a channel's circuit opens, so that the gateway starts no new payments at the channel. The circuit opens in each
 * of these cases:
 * - Several consecutive calls to open a payment have failed. Failures that are more than `WINDOW_SECONDS` apart are not
 *   consecutive.
 * - Too large a share of calls to open a payment fails.
 * - Too large a share of card submissions fails.
 *
 * Consecutive failures of card submissions alone do not open the circuit, because the fault may lie in these payments and not
 * in the channel.
 */
export class FailureBreaker implements IBreaker {
  readonly #inARow: ConsecutiveBreaker;
  readonly #openings = newShare();
  readonly #submissions = newShare();
  #isOverdue = false;
  #lastFailureAtMs = 0;
  /**
   * The `cockatiel` library requires this member, in which a breaker could store its state. This breaker exists only as long as
   * its process, so it stores nothing here.
   */
  state: unknown = null;

  constructor(failuresInARow: number) {
    this.#inARow = new ConsecutiveBreaker(failuresInARow);
  }

  success(state: CircuitState): void {
    this.#inARow.success();
    this.#openings.success(state);
    // A call in the half-open state is a probe. Its success closes the circuit, so the share of failed submissions starts from
    // zero.
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
   * Counts a card submission, successful or failed. Returns true if too large a share of submissions fails. In that case, the
   * next call of `failure` opens the circuit.
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
