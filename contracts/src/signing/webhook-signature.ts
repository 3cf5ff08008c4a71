import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
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
    .map((secret) => webhookDigest(id, timestamp, body, webhookSecretKey(secret)))
    .map((digest) => `v1,${digest.toString('base64')}`)
    .join(' ');
}

/**
 * Whether the header holds a signature by one of the secrets, compared in constant time. Signatures of
 * other versions and sloppy Base64 are passed over: one signature has one text. The age of the message is
 * not judged here.
 *
 * @param message its identifier and time as the headers have them, and its body as received
 * @throws {TypeError} when a secret is malformed, see `webhookSecretKey`
 */
export function hasWebhookSignature(
  message: { readonly id: string; readonly timestamp: string; readonly body: string | Uint8Array },
  signatureHeader: string,
  secrets: readonly string[],
): boolean {
  const keys = secrets.map(webhookSecretKey);
  // The signed bytes are `id.timestamp.body`: with a point in the first two, they could be cut elsewhere.
  if (message.id.includes('.') || !unixSeconds.test(message.timestamp)) return false;
  const candidates = readSignatures(signatureHeader);
  return keys.some((key) => {
    const expected = webhookDigest(message.id, message.timestamp, message.body, key);
    return candidates.some((candidate) => timingSafeEqual(candidate, expected));
  });
}

const unixSeconds = /^[0-9]{1,12}$/;
const DIGEST_BYTES = 32;
/** Far more than the two secrets a sender signs with; the bound keeps a hostile header cheap. */
const MAX_SIGNATURES = 8;

function readSignatures(header: string): Buffer[] {
  return header
    .split(' ', MAX_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => decodeStrictBase64(part.slice('v1,'.length)))
    .filter((signature) => signature !== undefined)
    .filter((signature) => signature.length === DIGEST_BYTES);
}

function webhookDigest(id: string, timestamp: string, body: string | Uint8Array, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
