import {
  type BulkheadPolicy,
  bulkhead,
  type CircuitBreakerPolicy,
  CircuitState,
  circuitBreaker,
  handleAll,
  isTaskCancelledError,
} from 'cockatiel';
import { CHANNEL_QUEUE_TIMEOUT_MS } from '../../../../ports/channel-timeouts.ts';
import { FailureBreaker } from './failure-breaker.ts';
import { type GuardSettings, WAITING_PER_PLACE } from './guard-settings.ts';

/** Nothing was sent to the channel, because no call slot became free within `CHANNEL_QUEUE_TIMEOUT_MS`. */
export const BUSY = Symbol('busy');
/** Nothing was sent to the channel, because its circuit is open. */
export const CIRCUIT_OPEN = Symbol('circuit open');

/**
 * Limits the concurrent calls to one channel, and keeps the channel's circuit breaker. Each process has its own limits
 * and circuit.
 */
export class ChannelCircuit {
  readonly #circuit: CircuitBreakerPolicy;
  readonly #breaker: FailureBreaker;
  readonly #places: BulkheadPolicy;
  readonly #concurrency: number;
  #waiting = 0;
  #probeDueAtMs = 0;

  constructor(settings: GuardSettings, onChange: (state: CircuitState) => void) {
    const halfOpenAfter = settings.openSeconds * 1000;
    this.#breaker = new FailureBreaker(settings.failuresInARow);
    this.#circuit = circuitBreaker(
      handleAll.orWhenResult((call) => (call as { readonly isFailed: boolean }).isFailed),
      { halfOpenAfter, breaker: this.#breaker },
    );
    this.#circuit.onStateChange((state) => {
      if (state === CircuitState.Open) this.#probeDueAtMs = Date.now() + halfOpenAfter;
      onChange(state);
    });
    this.#concurrency = settings.concurrency;
    // In the library `cockatiel`, a caller stays in the queue until a call slot is free, even if the caller has stopped
    // waiting. So this class counts the callers that are still waiting.
    this.#places = bulkhead(this.#concurrency, Number.POSITIVE_INFINITY);
  }

  get state(): CircuitState {
    return this.#circuit.state;
  }

  /** When a new payment may next be opened, to test whether the channel works again. Null if the circuit is not open. */
  get probeDueAt(): Date | null {
    return this.state === CircuitState.Open ? new Date(this.#probeDueAtMs) : null;
  }

  get running(): number {
    return this.#concurrency - this.#places.executionSlots;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Whether a new payment may be opened at the channel now. While the circuit is open, only one payment at a time may be
   * opened, to test whether the channel works again.
   */
  isOpenable(): boolean {
    if (this.state === CircuitState.Open) return Date.now() >= this.#probeDueAtMs;
    return this.state === CircuitState.Closed;
  }

  /**
   * Makes a call only while the circuit is closed. After the circuit has been open for its set time, the first call is made as
   * a probe, which closes the circuit if it succeeds.
   */
  ifClosed<Answer>(
    call: () => Promise<{ readonly answer: Answer; readonly isFailed: boolean }>,
  ): Promise<Answer | typeof BUSY | typeof CIRCUIT_OPEN> {
    return this.inPlace<Answer | typeof CIRCUIT_OPEN>(async () => {
      // Check the circuit only now, because it may have opened while this call waited for its slot.
      if (!this.isOpenable()) return CIRCUIT_OPEN;
      return (await this.#circuit.execute(call)).answer;
    });
  }

  /**
   * Tells the circuit breaker whether the submission of a card failed. If too large a share of submissions fails, the circuit
   * opens. While the circuit is open, cards are still submitted, but the results are not counted: the circuit closes again only
   * after the channel has opened a new payment.
   */
  noteSubmission(isFailed: boolean): void {
    if (this.state !== CircuitState.Closed || !this.#breaker.submissionEnded(isFailed)) return;
    void this.#circuit.execute(() => ({ isFailed: true }));
  }

  /**
   * Makes a call as soon as a call slot is free. If too many calls are already waiting, or if no slot becomes free within
   * `CHANNEL_QUEUE_TIMEOUT_MS`, makes no call and returns `BUSY`.
   */
  async inPlace<Answer>(run: () => Promise<Answer>): Promise<Answer | typeof BUSY> {
    const isFull = this.#places.executionSlots === 0;
    if (isFull && this.#waiting >= this.#concurrency * WAITING_PER_PLACE) return BUSY;
    const waiting = new AbortController();
    const outOfPatience = Promise.withResolvers<typeof BUSY>();
    this.#waiting += 1;
    const timer = setTimeout(() => {
      this.#waiting -= 1;
      waiting.abort();
      outOfPatience.resolve(BUSY);
    }, CHANNEL_QUEUE_TIMEOUT_MS);
    const turn = this.#places
      .execute(() => {
        this.#waiting -= 1;
        clearTimeout(timer);
        return run();
      }, waiting.signal)
      .catch((error: unknown): typeof BUSY => {
        if (isTaskCancelledError(error)) return BUSY;
        throw error;
      });
    return Promise.race([turn, outOfPatience.promise]);
  }
}
