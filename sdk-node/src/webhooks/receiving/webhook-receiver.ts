import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import type { Claim, EventStore } from '../../event-stores/event-store.ts';
import type { WebhookHeaders } from '../header-values.ts';
import type { WebhookEvent } from '../webhook-event.ts';
import { Webhooks, type WebhooksOptions } from '../webhooks.ts';

/** Options for receiving events, the same for every framework. */
export interface WebhookReceiverOptions extends WebhooksOptions {
  /** Stores which events were handled: `new MemoryEventStore()`, a `MongoEventStore`, or your own. */
  readonly store: EventStore;
  /**
   * Handles an event; called once per event. If it resolves, the event is acknowledged. If it rejects, the gateway sends the
   * event again later. The gateway waits 15 s for the answer.
   */
  readonly onEvent: (event: WebhookEvent) => void | Promise<void>;
  /**
   * Called with each error of receiving, because the answer to the gateway does not show it: `onEvent` failed, a webhook was
   * refused, or the store cannot be reached. By default, the framework's own error reporting gets the error, or `console.error`
   * if the framework has none.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * For how many seconds an event stays reserved for the process that handles it; the default is 60. Choose a time in which
   * `onEvent` always ends. After this time, another process can handle the event a second time.
   */
  readonly claimSeconds?: number | undefined;
  /** Larger bodies are answered with 413. The default is 256 KiB; an event has about 1 KiB. */
  readonly maxBodyBytes?: number | undefined;
}

/**
 * The answer to a webhook. The gateway stores the `text` of the answer in its delivery log. So `text` never contains the error
 * that `onEvent` threw, because that is internal to the app.
 */
export interface WebhookAnswer {
  readonly status: 200 | 400 | 405 | 409 | 413 | 500 | 503;
  readonly text: string;
}

/** A body as provided by a framework. */
export type ReceivedBody =
  | { readonly kind: 'raw'; readonly bytes: string | Uint8Array }
  | { readonly kind: 'too_large' }
  /** The app has already read and parsed the body and kept no raw copy, so the signature cannot be checked. */
  | { readonly kind: 'parsed'; readonly advice: string };

const DEFAULT_CLAIM_SECONDS = 60;
const LONGEST_CLAIM_SECONDS = 86_400;
const DEFAULT_MAX_BODY_BYTES = 262_144;

/**
 * Receives webhooks, in the same way for every framework. It verifies a webhook, reserves its event so that no other process
 * handles it, calls `onEvent`, and answers the gateway.
 */
export class WebhookReceiver {
  readonly maxBodyBytes: number;
  readonly #webhooks: Webhooks;
  readonly #store: EventStore;
  readonly #onEvent: WebhookReceiverOptions['onEvent'];
  readonly #onError: WebhookReceiverOptions['onError'];
  readonly #claimSeconds: number;

  /** @throws {TypeError} when a setting is missing or wrong; the message names it */
  constructor(options: WebhookReceiverOptions) {
    this.#webhooks = new Webhooks(options);
    if (typeof options.store?.claim !== 'function') {
      throw new TypeError('store must be an event store: a MongoEventStore, or new MemoryEventStore().');
    }
    if (typeof options.onEvent !== 'function') {
      throw new TypeError('onEvent must be a function that handles an event.');
    }
    this.#store = options.store;
    this.#onEvent = options.onEvent;
    this.#onError = options.onError;
    this.#claimSeconds = readWithin('claimSeconds', options.claimSeconds ?? DEFAULT_CLAIM_SECONDS, {
      most: LONGEST_CLAIM_SECONDS,
    });
    this.maxBodyBytes = readWithin('maxBodyBytes', options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES, {
      most: Number.MAX_SAFE_INTEGER,
    });
  }

  /**
   * Receives one webhook. It never throws.
   *
   * @param reportError the framework's own error reporting, used if `onError` is not given
   */
  async receive(
    body: ReceivedBody,
    headers: WebhookHeaders,
    reportError: (error: unknown) => void = console.error,
  ): Promise<WebhookAnswer> {
    const report = safely(this.#onError ?? reportError);
    let event: WebhookEvent;
    try {
      if (body.kind === 'too_large' || byteLength(body) > this.maxBodyBytes) {
        return { status: 413, text: `The body has more than ${this.maxBodyBytes} bytes.` };
      }
      if (body.kind === 'parsed') {
        throw new WebhookVerificationError(
          'body_not_raw',
          'The body was parsed before the webhook was verified, and its bytes are gone.',
          body.advice,
        );
      }
      event = this.#webhooks.verify(body.bytes, headers);
    } catch (error) {
      report(error);
      if (!(error instanceof WebhookVerificationError)) return { status: 500, text: 'Not received.' };
      // The app parsed the body before this receiver saw it, so the signature cannot be checked. The developer must fix the
      // app. The answer 500 makes the gateway send the event again later.
      return { status: error.reason === 'body_not_raw' ? 500 : 400, text: `Refused: ${error.reason}.` };
    }
    return this.#handleOnce(event, report);
  }

  async #handleOnce(event: WebhookEvent, report: (error: unknown) => void): Promise<WebhookAnswer> {
    let claim: Claim;
    try {
      claim = await this.#store.claim(event.event_id, this.#claimSeconds);
    } catch (error) {
      report(error);
      return { status: 503, text: 'Not handled; please resend.' };
    }
    if (claim.kind === 'done') return { status: 200, text: 'Handled before.' };
    // Another process is handling the event. Do not acknowledge it: if that process fails, the gateway must send the event
    // again.
    if (claim.kind === 'in_progress') return { status: 409, text: 'Being handled; please resend.' };
    try {
      await this.#onEvent(event);
    } catch (error) {
      report(error);
      // Give up this process's claim on the event, so that the event can be handled again. If the store cannot do that, the
      // claim still expires after `claimSeconds`.
      await attempt(() => this.#store.release(event.event_id, claim.token), report);
      return { status: 500, text: 'Not handled; please resend.' };
    }
    // Acknowledge the event even if the store cannot record that it was handled. An event that is not acknowledged is sent
    // again, and it would be handled a second time.
    await attempt(() => this.#store.complete(event.event_id), report);
    return { status: 200, text: 'Handled.' };
  }
}

/** Wraps `report` so that it never throws. A webhook must be answered even if reporting an error about it fails. */
function safely(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    try {
      report(error);
    } catch (failure) {
      console.error(error, failure);
    }
  };
}

async function attempt(work: () => Promise<void>, report: (error: unknown) => void): Promise<void> {
  try {
    await work();
  } catch (error) {
    report(error);
  }
}

function byteLength(body: ReceivedBody): number {
  return body.kind === 'raw' ? Buffer.byteLength(body.bytes) : 0;
}

function readWithin(name: string, value: number, { most }: { most: number }): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new TypeError(`${name} must be a whole number from 1 to ${most}.`);
}
