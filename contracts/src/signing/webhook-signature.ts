import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeStrictBase64 } from './strict-base64.ts';

/**
 * Webhook signatures: Standard Webhooks (https://www.standardwebhooks.com), so that any library for that standard
 * verifies Kassa's events.
 */

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Maximum difference in either direction between a webhook's timestamp and the receiver's clock. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

const SECRET_PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;

/** Generates a new secret: `whsec_` and the Base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * The key inside a `whsec_…` secret.
 *
 * @throws {TypeError} when the secret is not `whsec_` followed by the Base64 of 24–64 bytes. Shorter secrets would be too weak.
 */
export function webhookSecretKey(secret: string): Buffer {
  const key = secret.startsWith(SECRET_PREFIX)
    ? decodeStrictBase64(secret.slice(SECRET_PREFIX.length))
    : undefined;
  if (key === undefined || key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
    throw new TypeError(
      `A webhook secret must be "${SECRET_PREFIX}" followed by the Base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes.`,
    );
  }
  return key;
}

/**
 * The `webhook-signature` header: one `v1,…` signature per secret, separated by spaces. While a secret is being replaced, the
 * sender signs with both, so a receiver may know either one.
 *
 * @param timestampSeconds Unix seconds, also sent as `webhook-timestamp`
 * @throws {TypeError} when a secret is malformed, or when no secret is given, because an event must never be sent unsigned
 */
export function signWebhook(
  id: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): string {
  if (secrets.length === 0) throw new TypeError('A webhook needs at least one secret to sign with.');
  const timestamp = String(timestampSeconds);
  return secrets
    .map((secret) => signatureText(id, timestamp, body, createSecretKey(webhookSecretKey(secret))))
    .join(' ');
}

/** A received message: its ID and timestamp from the headers, and its body. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/**
 * Whether the header holds a signature of the message by one of the secrets. The age of the message is not checked.
 *
 * @throws {TypeError} when a secret is malformed, see `webhookSecretKey`
 */
export function hasWebhookSignature(
  message: ReceivedWebhook,
  signatureHeader: string,
  secrets: readonly string[],
): boolean {
  return webhookVerifier(secrets)(message, signatureHeader);
}

/**
 * Returns a function that verifies messages. It decodes the secrets only once, so it is faster for many messages.
 *
 * Signatures are compared as strings, in constant time. Each signature has exactly one encoding, so malformed Base64 does not
 * match. Signatures of versions other than `v1` are ignored.
 *
 * @throws {TypeError} when a secret is malformed, see `webhookSecretKey`
 */
export function webhookVerifier(
  secrets: readonly string[],
): (message: ReceivedWebhook, signatureHeader: string) => boolean {
  const keys = secrets.map((secret) => createSecretKey(webhookSecretKey(secret)));
  return (message, signatureHeader) => {
    // The signature covers `id.timestamp.body`. If the ID or the timestamp contained a dot, two different webhooks could have
    // the same signed text.
    if (message.id.includes('.') || !unixSeconds.test(message.timestamp)) return false;
    const candidates = readSignatures(signatureHeader);
    for (const key of keys) {
      const expected = Buffer.from(signatureText(message.id, message.timestamp, message.body, key));
      for (const candidate of candidates) if (timingSafeEqual(candidate, expected)) return true;
    }
    return false;
  };
}

const unixSeconds = /^[0-9]{1,12}$/;
/** The length of a signature in the header: `v1,` and the Base64 of a SHA-256 digest. */
const SIGNATURE_LENGTH = 47;
/**
 * Maximum number of signatures in a header that are compared. Kassa sends at most two. The limit keeps a hostile header with
 * thousands of signatures from costing much time.
 */
const MAX_SIGNATURES = 8;

function readSignatures(header: string): Buffer[] {
  const signatures: Buffer[] = [];
  for (const part of header.split(' ', MAX_SIGNATURES)) {
    if (part.length !== SIGNATURE_LENGTH) continue;
    const signature = Buffer.from(part);
    // Non-ASCII characters take more bytes.
    if (signature.length === SIGNATURE_LENGTH) signatures.push(signature);
  }
  return signatures;
}

function signatureText(id: string, timestamp: string, body: string | Uint8Array, key: KeyObject): string {
  const hmac = createHmac('sha256', key);
  // A body that is a string is hashed with one call of `update`, because two calls are slower.
  if (typeof body === 'string') hmac.update(`${id}.${timestamp}.${body}`);
  else hmac.update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
