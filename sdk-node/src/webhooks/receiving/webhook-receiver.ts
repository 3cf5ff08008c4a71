import { WebhookVerificationError } from '../../errors/webhook-verification-error.ts';
import type { Claim, EventStore } from '../../event-stores/event-store.ts';
import type { WebhookHeaders } from '../header-values.ts';
import type { WebhookEvent } from '../webhook-event.ts';
import { Webhooks, type WebhooksOptions } from '../webhooks.ts';

/** How events are received; the same for every framework. */
export interface WebhookReceiverOptions extends WebhooksOptions {
  /** Remembers which events were handled: `new MemoryEventStore()`, a `MongoEventStore`, or one of your own. */
  readonly store: EventStore;
  /**
   * Handles an event. It runs once per event, and when it has resolved, the event is acknowledged. If it
   * rejects, the gateway sends the event again later. The gateway waits 15 s for the answer.
   */
  readonly onEvent: (event: WebhookEvent) => void | Promise<void>;
  /**
   * Is told what the sender is not: why `onEvent` failed, why a webhook was refused, that the store cannot be
   * reached. Unless told, the framework's own way of reporting, or else `console.error`.
   */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * How long a claim of an event holds, in seconds; 60 unless told. Longer than `onEvent` ever takes: after
   * that the event can be handled again.
   */
  readonly claimSeconds?: number | undefined;
  /** Bodies above this are answered 413; 256 KiB unless told. An event has about 1 KiB. */
  readonly maxBodyBytes?: number | undefined;
}

/** What to answer. The text is for the log of deliveries; it never holds what `onEvent` threw. */
export interface WebhookAnswer {
  readonly status: 200 | 400 | 405 | 409 | 413 | 500 | 503;
  readonly text: string;
}

/** A body as a framework hands it over. */
export type ReceivedBody =
  | { readonly kind: 'raw'; readonly bytes: string | Uint8Array }
  | { readonly kind: 'too_large' }
  /** Somebody has read it before and kept no raw copy. */
  | { readonly kind: 'parsed'; readonly advice: string };

const DEFAULT_CLAIM_SECONDS = 60;
const LONGEST_CLAIM_SECONDS = 86_400;
const DEFAULT_MAX_BODY_BYTES = 262_144;

/** Verifies, claims, handles, acknowledges: everything about receiving but the framework. */
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
      throw new TypeError('store must remember events: a MongoEventStore, or new MemoryEventStore().');
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
   * Receives one delivery; never throws.
   *
   * @param reportError the framework's own way of reporting, used unless `onError` was given
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
      // A body that was parsed is this side's own fault: the sender shall come again when it is mended.
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
      return { status: 503, text: 'Not handled; send it again.' };
    }
    if (claim.kind === 'done') return { status: 200, text: 'Handled before.' };
    // Not acknowledged: should the other one fail, this event has to come again.
    if (claim.kind === 'in_progress') return { status: 409, text: 'Being handled; send it again.' };
    try {
      await this.#onEvent(event);
    } catch (error) {
      report(error);
      // A claim that cannot be released ends by itself.
      await attempt(() => this.#store.release(event.event_id, claim.token), report);
      return { status: 500, text: 'Not handled; send it again.' };
    }
    // It was handled, so it is acknowledged even when that cannot be noted: sent again, it would be handled twice.
    await attempt(() => this.#store.complete(event.event_id), report);
    return { status: 200, text: 'Handled.' };
  }
}

/** What fails while reporting must not keep the answer back. */
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
