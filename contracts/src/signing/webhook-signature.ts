import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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
  const encoded = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : undefined;
  const key = Buffer.from(encoded ?? '', 'base64');
  const isStrictBase64 = encoded !== undefined && key.toString('base64') === encoded;
  if (!isStrictBase64 || key.length < MIN_SECRET_BYTES || key.length > MAX_SECRET_BYTES) {
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
 */
export function signWebhook(
  id: string,
  timestampSeconds: number,
  body: string,
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => `v1,${webhookDigest(id, String(timestampSeconds), body, secret).toString('base64')}`)
    .join(' ');
}

/** Whether the header holds a signature by one of the secrets, compared in constant time. */
export function hasWebhookSignature(
  message: { readonly id: string; readonly timestamp: string; readonly body: string | Uint8Array },
  signatureHeader: string,
  secrets: readonly string[],
): boolean {
  const candidates = signatureHeader
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .slice(0, MAX_SIGNATURES)
    .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const expected = webhookDigest(message.id, message.timestamp, message.body, secret);
    return candidates.some(
      (candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected),
    );
  });
}

/** A sender has at most two active secrets; the bound keeps a hostile header cheap. */
const MAX_SIGNATURES = 8;

function webhookDigest(id: string, timestamp: string, body: string | Uint8Array, secret: string): Buffer {
  return createHmac('sha256', webhookSecretKey(secret)).update(`${id}.${timestamp}.`).update(body).digest();
}
