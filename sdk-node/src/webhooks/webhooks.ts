import {
  type ReceivedWebhook,
  WEBHOOK_TOLERANCE_SECONDS,
  webhookHeaders,
  webhookVerifier,
} from '@kassa/contracts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { headerValues, type WebhookHeaders } from './header-values.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** By what webhooks are verified. */
export interface WebhooksOptions {
  /** The `whsec_…` secrets of the webhook address; while one is being changed, the old and the new one. */
  readonly secrets: readonly string[];
  /** How far a message's time may be from this machine's, in both directions; 300 unless told. */
  readonly toleranceSeconds?: number | undefined;
}

const signedHeaders = [webhookHeaders.id, webhookHeaders.timestamp, webhookHeaders.signature];

/** A bound, so that a wrong unit cannot switch the age check off. */
const LONGEST_TOLERANCE_SECONDS = 3_600;

/** Verifies events that the gateway posts to the merchant (Standard Webhooks; decisions, section 9). */
export class Webhooks {
  /** The secrets are inside of it, where no inspection shows them. */
  readonly #isSigned: (message: ReceivedWebhook, signatureHeader: string) => boolean;
  readonly #toleranceSeconds: number;

  /** @throws {TypeError} when there is no secret, a secret is malformed, or the tolerance is no whole number */
  constructor({ secrets, toleranceSeconds = WEBHOOK_TOLERANCE_SECONDS }: WebhooksOptions) {
    if (!Array.isArray(secrets) || secrets.length === 0) {
      throw new TypeError('secrets must hold at least one webhook secret (whsec_…).');
    }
    this.#isSigned = webhookVerifier(secrets);
    if (
      !Number.isInteger(toleranceSeconds) ||
      toleranceSeconds < 1 ||
      toleranceSeconds > LONGEST_TOLERANCE_SECONDS
    ) {
      throw new TypeError(
        `toleranceSeconds must be a whole number of seconds from 1 to ${LONGEST_TOLERANCE_SECONDS}.`,
      );
    }
    this.#toleranceSeconds = toleranceSeconds;
  }

  /**
   * Verifies a message and answers with its event. Nothing of the body is looked at before its signature
   * is verified. The same event may come more than once: remember its `event_id`.
   *
   * @param rawBody the bytes as received, or their text; never JSON that was parsed and written again
   * @throws {WebhookVerificationError} whose `reason` says which check failed
   */
  verify(rawBody: string | Uint8Array, headers: WebhookHeaders): WebhookEvent {
    if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
      throw new WebhookVerificationError(
        'body_not_raw',
        'The body is not raw; it was probably parsed already.',
      );
    }
    const [ids, timestamps, signatures] = headerValues(headers, signedHeaders);
    const id = onlyValue(ids, webhookHeaders.id);
    const timestamp = onlyValue(timestamps, webhookHeaders.timestamp);
    const signature = onlyValue(signatures, webhookHeaders.signature);

    this.#checkTime(timestamp);
    if (!this.#isSigned({ id, timestamp, body: rawBody }, signature)) {
      throw new WebhookVerificationError('no_matching_signature', 'No signature matches any of the secrets.');
    }
    return readEvent(rawBody);
  }

  #checkTime(timestamp: string): void {
    if (!/^[0-9]{1,12}$/.test(timestamp)) {
      throw new WebhookVerificationError(
        'malformed_header',
        `The header ${webhookHeaders.timestamp} is not a time in Unix seconds.`,
      );
    }
    const ageSeconds = Math.floor(Date.now() / 1000) - Number(timestamp);
    if (ageSeconds > this.#toleranceSeconds) {
      throw new WebhookVerificationError(
        'timestamp_too_old',
        `The message is ${ageSeconds} s old; ${this.#toleranceSeconds} s are tolerated.`,
      );
    }
    if (-ageSeconds > this.#toleranceSeconds) {
      throw new WebhookVerificationError(
        'timestamp_too_new',
        `The message is from ${-ageSeconds} s ahead; ${this.#toleranceSeconds} s are tolerated.`,
      );
    }
  }
}

/** A header that stands twice could be read one way here and another way elsewhere, so it is refused. */
function onlyValue(values: readonly string[] | undefined, name: string): string {
  const value = values?.[0];
  if (value === undefined || value === '') {
    throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  }
  if (values !== undefined && values.length > 1) {
    throw new WebhookVerificationError('malformed_header', `The header ${name} stands more than once.`);
  }
  return value;
}

function readEvent(rawBody: string | Uint8Array): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(typeof rawBody === 'string' ? rawBody : strictUtf8.decode(rawBody));
  } catch {
    throw new WebhookVerificationError('not_json', 'The signature is right, but the body is not JSON.');
  }
  // Only what tells an event from something else is checked: a newer gateway may send more.
  if (!isEvent(value)) {
    throw new WebhookVerificationError(
      'not_an_event',
      'The signature is right, but the body is not an event.',
    );
  }
  return value;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function isEvent(value: unknown): value is WebhookEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'event_type' in value &&
    typeof value.event_type === 'string' &&
    'event_id' in value &&
    typeof value.event_id === 'string' &&
    'data' in value &&
    typeof value.data === 'object' &&
    value.data !== null
  );
}
