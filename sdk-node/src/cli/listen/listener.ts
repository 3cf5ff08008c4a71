import { setTimeout as wait } from 'node:timers/promises';
import { InvalidRequestError, type Kassa, KassaError, type WebhookEvent } from '../../index.ts';
import { chooseDue, downDelayMs, retryDelayMs, type WaitingEvent } from './choose-due.ts';
import { type ForwardResult, forwardEvent } from './forward-event.ts';
import type { ListenReporter } from './listen-reporter.ts';
import type { ListenerState, ListenerStateFile } from './listener-state.ts';
import { readLog } from './read-log.ts';
import { newTo, notePassed, takeIn } from './take-in.ts';

export interface ListenerOptions {
  readonly kassa: Kassa;
  readonly stateFile: ListenerStateFile;
  readonly state: ListenerState;
  readonly target: { readonly url: string; readonly secret: string };
  isWanted(event: WebhookEvent): boolean;
  readonly reporter: ListenReporter;
  /** Ends the listener. */
  readonly ending: AbortSignal;
}

/**
 * How often the listener polls the log. Polling less often would delay events on the screen; more often would load the gateway.
 */
const LOOK_EVERY_MS = 1_000;
const LONGEST_LOOK_DELAY_MS = 10_000;
const AT_ONCE = 8;
/** Maximum number of events that wait to be forwarded. It keeps a target that is down for days from filling memory and disk. */
const MOST_WAITING = 500;
/** How long a stopped listener still waits for the target's answers to the events that it has sent. */
const GRACE_MS = 1_500;

/**
 * Forwards the events of the log to an address. It forwards each event at least once, and the events of one order one after
 * another.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #cutOff = new AbortController();
  #state: ListenerState;
  #waiting: WaitingEvent[];
  /** How many attempts in a row to forward an event have failed because the target was down. */
  #downTries = 0;
  #downUntilMs = 0;
  #wake: () => void = () => {};
  /** Why forwarding cannot continue. */
  #fault: unknown;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#state = options.state;
    this.#waiting = options.state.waiting.map(waitingEvent);
  }

  /**
   * Forwards events until the signal aborts.
   *
   * @throws {KassaError} when the gateway refuses permanently, for example because of a wrong key; a file system error when the
   * position in the log cannot be stored
   */
  async run(): Promise<void> {
    const { ending } = this.#options;
    const failed = new AbortController();
    const stopped = AbortSignal.any([ending, failed.signal]);
    stopped.addEventListener('abort', () => {
      this.#wake();
      setTimeout(() => this.#cutOff.abort(), GRACE_MS).unref();
    });
    const forwarding = this.#forwardAll(stopped, () => failed.abort());
    try {
      await this.#followLog(stopped);
    } finally {
      failed.abort();
      await forwarding;
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  get waitingCount(): number {
    return this.#state.waiting.length;
  }

  async #followLog(stopped: AbortSignal): Promise<void> {
    let failures = 0;
    while (!stopped.aborted) {
      const begunMs = performance.now();
      try {
        if (this.#state.waiting.length < MOST_WAITING) await this.#look(stopped);
        if (failures > 0) this.#options.reporter.gatewayAnswers();
        failures = 0;
      } catch (error) {
        if (stopped.aborted) return;
        if (!(error instanceof KassaError)) throw error;
        if (isUnknownPlace(error)) {
          // The gateway does not know the listener's position in the event log, so its database was replaced by another. Read
          // the other database's log from the start.
          this.#options.reporter.placeWasLost();
          this.#save({ ...this.#state, resumeAfter: null });
        } else if (isPassing(error)) {
          if (failures === 0) this.#options.reporter.gatewayIsAway(error);
          failures += 1;
        } else throw error;
      }
      const tookMs = performance.now() - begunMs;
      const pauseMs = Math.max(LOOK_EVERY_MS, 2 * tookMs, failures * LOOK_EVERY_MS);
      await pause(Math.min(pauseMs, LONGEST_LOOK_DELAY_MS), stopped);
    }
  }

  async #look(stopped: AbortSignal): Promise<void> {
    const { kassa, isWanted } = this.#options;
    const room = MOST_WAITING - this.#state.waiting.length;
    const isNew = newTo(this.#state);
    const reading = await readLog(
      kassa,
      this.#state,
      (events) => events.filter(isNew).length >= room,
      stopped,
    );
    // Merge the new events into the state as it is now. While the log was read, the listener may have forwarded some events.
    const before = this.#state.waiting.length;
    const state = takeIn(this.#state, reading, isWanted);
    if (isSame(state, this.#state)) return;
    this.#save(state);
    this.#waiting.push(...state.waiting.slice(before).map(waitingEvent));
    this.#wake();
  }

  async #forwardAll(stopped: AbortSignal, stop: () => void): Promise<void> {
    const inHand = new Set<Promise<void>>();
    while (!stopped.aborted) {
      const nowMs = Date.now();
      if (nowMs >= this.#downUntilMs) {
        // While the target is down, only one event is sent to test whether it answers again. The others wait.
        const free = (this.#downTries > 0 ? 1 : AT_ONCE) - inHand.size;
        for (const waiting of chooseDue(this.#waiting, nowMs, Math.max(0, free))) {
          waiting.isInHand = true;
          const work = this.#forward(waiting)
            .catch((error: unknown) => {
              this.#fault ??= error;
              stop();
            })
            .finally(() => {
              inHand.delete(work);
              this.#wake();
            });
          inHand.add(work);
        }
      }
      await this.#untilSomethingFallsDue(nowMs);
    }
    await Promise.all(inHand);
  }

  async #forward(waiting: WaitingEvent): Promise<void> {
    const { target, reporter } = this.#options;
    const { event } = waiting;
    const result = await forwardEvent(event, target, this.#cutOff.signal);
    waiting.isInHand = false;
    if (result.kind === 'down') {
      if (!this.#cutOff.signal.aborted) this.#noteDown(result);
      return;
    }
    if (this.#downTries > 0) reporter.targetAnswers();
    this.#downTries = 0;
    if (result.kind === 'accepted') {
      this.#save(notePassed(this.#state, event.event_id));
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      reporter.forwarded(event, result, waiting.failures + 1);
      return;
    }
    waiting.failures += 1;
    const delayMs = retryDelayMs(waiting.failures);
    waiting.dueAtMs = Date.now() + delayMs;
    reporter.refused(event, result, waiting.failures, delayMs);
  }

  #noteDown(result: Extract<ForwardResult, { kind: 'down' }>): void {
    if (this.#downTries === 0) this.#options.reporter.targetIsDown(result.reason, this.#waiting.length);
    this.#downTries += 1;
    this.#downUntilMs = Date.now() + downDelayMs(this.#downTries);
  }

  /**
   * Waits until the next event becomes due, a new event arrives, or an event has been forwarded. After each of these, another
   * event can perhaps be forwarded: a due event may have waited only for an earlier event of the same order.
   */
  async #untilSomethingFallsDue(nowMs: number): Promise<void> {
    const moments = this.#waiting
      .filter(({ isInHand }) => !isInHand)
      .map(({ dueAtMs }) => Math.max(dueAtMs, this.#downUntilMs))
      .filter((momentMs) => momentMs > nowMs);
    await new Promise<void>((resolve) => {
      const timer = moments.length === 0 ? undefined : setTimeout(resolve, Math.min(...moments) - Date.now());
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #save(state: ListenerState): void {
    this.#state = state;
    this.#options.stateFile.write(state);
  }
}

function waitingEvent(event: WebhookEvent): WaitingEvent {
  return { event, failures: 0, dueAtMs: 0, isInHand: false };
}

function isSame(left: ListenerState, right: ListenerState): boolean {
  return (
    left.resumeAfter === right.resumeAfter &&
    left.waiting.length === right.waiting.length &&
    left.passed.length === right.passed.length
  );
}

function isUnknownPlace(error: KassaError): boolean {
  return error instanceof InvalidRequestError && error.fields.some(({ path }) => path === 'after');
}

/** Whether the failure is temporary: no connection, a timeout, a gateway that is starting, or too many requests. */
function isPassing({ httpStatus, retryable }: KassaError): boolean {
  return retryable || httpStatus === undefined || httpStatus >= 500;
}

async function pause(delayMs: number, stopped: AbortSignal): Promise<void> {
  try {
    await wait(delayMs, undefined, { signal: stopped });
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}
