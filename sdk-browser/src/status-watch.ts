import type { CheckoutApi } from './checkout-api.ts';
import type { CheckoutProgress } from './checkout-progress.ts';
import { saysExpired } from './failed-call.ts';
import { backoffMs, pause } from './pause.ts';

/**
 * How many seconds the gateway may hold each status request. The gateway answers immediately if the state changes during the
 * request. If the state changed just before the request, the gateway sees no change and answers only when these seconds are
 * over. The first requests are short, because most results come within seconds.
 */
const waitsSeconds = [1, 1, 2, 3, 5, 10, 25];
/**
 * The shortest time between two status requests. The gateway normally holds a request until the state changes. If it answers
 * sooner and without a change, the SDK waits this long, so that it does not flood the gateway.
 */
const leastPollMs = 500;

/**
 * Polls the payment's status while the channel is processing an attempt. Network failures and timeouts do not stop the polling.
 */
export class StatusWatch {
  readonly #api: CheckoutApi;
  readonly #progress: CheckoutProgress;
  readonly #signal: AbortSignal;
  #running = false;

  constructor(api: CheckoutApi, progress: CheckoutProgress, signal: AbortSignal) {
    this.#api = api;
    this.#progress = progress;
    this.#signal = signal;
  }

  /** Polls until the attempt ends. A second call during this time has no effect. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let failures = 0;
    try {
      for (let polls = 0; this.#progress.watchable; polls += 1) {
        const beganMs = performance.now();
        // After a failure, let the gateway answer immediately instead of holding the request. The state may have changed in the
        // meantime, and a held request would report the change late.
        const answered = await this.ask(failures ? 0 : (waitsSeconds[polls] ?? 25));
        if (!this.#progress.watchable) return;
        failures = answered ? 0 : failures + 1;
        if (!answered) await pause(backoffMs(failures), this.#signal);
        else if (performance.now() - beganMs < leastPollMs) await pause(leastPollMs, this.#signal);
      }
    } catch (error) {
      if (!this.#signal.aborted) throw error;
    } finally {
      this.#running = false;
    }
  }

  /**
   * Asks the gateway for the payment's status once and applies it. Returns false if the call failed. A failure changes only
   * `connected` in the snapshot, unless it shows that the order has expired.
   */
  async ask(waitSeconds: number): Promise<boolean> {
    const { round } = this.#progress;
    try {
      const status = await this.#api.status(waitSeconds);
      this.#progress.connected(true);
      if (round !== this.#progress.round) return true;
      this.#progress.apply(status);
      return true;
    } catch (error) {
      this.#signal.throwIfAborted();
      if (saysExpired(error)) this.#progress.expire();
      else this.#progress.connected(false);
      return false;
    }
  }
}
