import type { CheckoutApi } from './checkout-api.ts';
import type { CheckoutProgress } from './checkout-progress.ts';
import { saysExpired } from './failed-call.ts';
import { backoffMs, pause } from './pause.ts';

/**
 * Durations of the long polls, in seconds. They start short, because a long poll waits for a change after its own
 * arrival: a change between two polls is seen only when the next one ends. Most results come within the first seconds.
 */
const waitsSeconds = [1, 1, 2, 3, 5, 10, 25];
/** A poll that ends sooner without news did not wait; polling again at once would flood the service. */
const leastPollMs = 500;

/** Polls the status while an attempt is with the channel, despite network failures and timeouts. */
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

  /** Runs until the attempt ends; a second call meanwhile has no effect. */
  async run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    let failures = 0;
    try {
      for (let polls = 0; this.#progress.watchable; polls += 1) {
        const beganMs = performance.now();
        const answered = await this.ask(waitsSeconds[polls] ?? 25);
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

  /** Polls once. Returns false if there was no answer; then only `connected` changes. */
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
