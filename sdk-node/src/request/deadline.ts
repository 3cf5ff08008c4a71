/** The longest timeout that Node's timers support. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws {TypeError} when no timer supports this number of milliseconds */
export function readTimeoutMs(timeoutMs: number): number {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 1 && timeoutMs <= LONGEST_TIMEOUT_MS) return timeoutMs;
  throw new TypeError(`timeoutMs must be a whole number of milliseconds from 1 to ${LONGEST_TIMEOUT_MS}.`);
}

/**
 * Ends an attempt when it times out or when the caller aborts, whichever is first.
 *
 * It does not use `AbortSignal.any([AbortSignal.timeout(…), signal])`. The timer of that signal cannot be cleared, so each
 * quick call would leave a timer running for the whole timeout. On Node 20, each combined signal would also stay attached to
 * the caller's signal, which may exist for long.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  readonly #onCallerAbort: () => void;

  constructor(timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal;
    this.#onCallerAbort = () => this.#controller.abort(callerSignal?.reason);
    this.#timer = setTimeout(() => this.#controller.abort(), timeoutMs);
    if (callerSignal?.aborted) this.#onCallerAbort();
    else callerSignal?.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waits for work that cannot be aborted, but not longer than the deadline. */
  async race<Value>(work: Promise<Value>): Promise<Value> {
    const { signal } = this.#controller;
    signal.throwIfAborted();
    let onAbort = (): void => {};
    const ended = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort);
  }
}
