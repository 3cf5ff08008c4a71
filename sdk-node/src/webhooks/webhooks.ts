import {
  type ReceivedWebhook,
  WEBHOOK_TOLERANCE_SECONDS,
  webhookHeaders,
  webhookVerifier,
} from '@kassa/contracts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { headerValues, type WebhookHeaders } from './header-values.ts';
import type { WebhookEvent } from './webhook-event.ts';

/** Options for verifying webhooks. */
export interface WebhooksOptions {
  /** The `whsec_…` secrets of the webhook address. While a secret is being replaced, give the new one and the old one. */
  readonly secrets: readonly string[];
  /**
   * Maximum difference in either direction between a webhook's time and this machine's clock, in seconds; the default is 300.
   */
  readonly toleranceSeconds?: number | undefined;
}

const signedHeaders = [webhookHeaders.id, webhookHeaders.timestamp, webhookHeaders.signature];

/**
 * The largest allowed tolerance. A larger value is probably in the wrong unit, and would in effect switch off the check of the
 * webhook's age.
 */
const LONGEST_TOLERANCE_SECONDS = 3_600;

/** Verifies the events that the gateway posts to the merchant (Standard Webhooks). */
export class Webhooks {
  /** Checks a signature. The secrets are in its closure, so they do not appear when the object is inspected. */
  readonly #isSigned: (message: ReceivedWebhook, signatureHeader: string) => boolean;
  readonly #toleranceSeconds: number;

  /** @throws {TypeError} when no secret is given, a secret is malformed, or the tolerance is not a whole number */
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
   * Verifies a webhook and returns its event. The body is not parsed before its signature is verified. The same event may
   * arrive more than once, so store its `event_id`.
   *
   * @param rawBody the body exactly as received, as bytes or as a string; never JSON that was parsed and serialised again
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
        `The message is ${ageSeconds} s old; ${this.#toleranceSeconds} s are allowed.`,
      );
    }
    if (-ageSeconds > this.#toleranceSeconds) {
      throw new WebhookVerificationError(
        'timestamp_too_new',
        `The message is dated ${-ageSeconds} s in the future; ${this.#toleranceSeconds} s are allowed.`,
      );
    }
  }
}

/** A webhook header that occurs twice is refused, because it would be unclear which value counts. */
function onlyValue(values: readonly string[] | undefined, name: string): string {
  const value = values?.[0];
  if (value === undefined || value === '') {
    throw new WebhookVerificationError('missing_header', `The header ${name} is missing.`);
  }
  if (values !== undefined && values.length > 1) {
    throw new WebhookVerificationError('malformed_header', `The header ${name} appears more than once.`);
  }
  return value;
}

function readEvent(rawBody: string | Uint8Array): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(typeof rawBody === 'string' ? rawBody : strictUtf8.decode(rawBody));
  } catch {
    throw new WebhookVerificationError('not_json', 'The signature is valid, but the body is not JSON.');
  }
  // Check only the members that identify an event, because newer gateways may send other members.
  if (!isEvent(value)) {
    throw new WebhookVerificationError(
      'not_an_event',
      'The signature is valid, but the body is not an event.',
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
