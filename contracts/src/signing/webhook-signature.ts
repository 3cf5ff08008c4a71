import { createHmac, createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeStrictBase64 } from './strict-base64.ts';

/**
 * Webhook signatures: Standard Webhooks (https://www.standardwebhooks.com), so that any library for it
 * verifies Kassa's events (decisions, section 9).
 */

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** How far a webhook's timestamp may be from the receiver's clock, in both directions. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;

const SECRET_PREFIX = 'whsec_';
const MIN_SECRET_BYTES = 24;
const MAX_SECRET_BYTES = 64;

/** Makes a new secret: `whsec_` and the Base64 of 32 random bytes. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64');
}

/**
 * The key inside a `whsec_…` secret.
 *
 * @throws {TypeError} when it is not `whsec_` with the Base64 of 24–64 bytes. A weak secret must not pass
 * for a strong one.
 */
export function webhookSecretKey(secret: string): Buffer {
  const key = secret.startsWith(SECRET_PREFIX)
    ? decodeStrictBase64(secret.slice(SECRET_PREFIX.length))
    : undefined;
  if (key === undefined || key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
    throw new TypeError(
      `A webhook secret is "${SECRET_PREFIX}" followed by the Base64 of ${MIN_SECRET_BYTES} to ${MAX_SECRET_BYTES} bytes.`,
    );
  }
  return key;
}

/**
 * The `webhook-signature` header: one `v1,…` per secret, separated by spaces, so that a receiver that
 * knows either of two secrets accepts it while they are rotated.
 *
 * @param timestampSeconds Unix seconds, also sent as `webhook-timestamp`
 * @throws {TypeError} when a secret is malformed or there is none: an unsigned event must not leave
 */
export function signWebhook(
  id: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): string {
  if (secrets.length === 0) throw new TypeError('A webhook is signed with at least one secret.');
  const timestamp = String(timestampSeconds);
  return secrets
    .map((secret) => signatureText(id, timestamp, body, createSecretKey(webhookSecretKey(secret))))
    .join(' ');
}

/** A message as it was received: its identifier and time as the headers have them, and its body. */
export interface ReceivedWebhook {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string | Uint8Array;
}

/**
 * Whether the header holds a signature by one of the secrets. The age of the message is not judged here.
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
 * The same for many messages: the secrets are read once.
 *
 * A signature is compared in constant time, as text: one signature has one text, so that sloppy Base64 is
 * another. Signatures of other versions are passed over.
 *
 * @throws {TypeError} when a secret is malformed, see `webhookSecretKey`
 */
export function webhookVerifier(
  secrets: readonly string[],
): (message: ReceivedWebhook, signatureHeader: string) => boolean {
  const keys = secrets.map((secret) => createSecretKey(webhookSecretKey(secret)));
  return (message, signatureHeader) => {
    // The signed bytes are `id.timestamp.body`: with a point in the first two, they could be cut elsewhere.
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
/** Of `v1,` and the Base64 of a digest. */
const SIGNATURE_LENGTH = 47;
/** Far more than the two secrets a sender signs with; the bound keeps a hostile header cheap. */
const MAX_SIGNATURES = 8;

function readSignatures(header: string): Buffer[] {
  const signatures: Buffer[] = [];
  for (const part of header.split(' ', MAX_SIGNATURES)) {
    if (part.length !== SIGNATURE_LENGTH) continue;
    const signature = Buffer.from(part);
    // Characters beyond ASCII have more bytes.
    if (signature.length === SIGNATURE_LENGTH) signatures.push(signature);
  }
  return signatures;
}

function signatureText(id: string, timestamp: string, body: string | Uint8Array, key: KeyObject): string {
  const hmac = createHmac('sha256', key);
  // One call for a text is faster than two.
  if (typeof body === 'string') hmac.update(`${id}.${timestamp}.${body}`);
  else hmac.update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
}
