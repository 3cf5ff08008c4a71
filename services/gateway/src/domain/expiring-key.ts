import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/**
 * Keys that allow their bearer one action until they expire. A key contains its expiry and an HMAC-SHA256 made with a server
 * key. The HMAC covers the purpose, the IDs and the expiry, so a key for one purpose is not valid for another.
 */

/**
 * The server keys: the first one signs, and all of them verify. This way, the signing key can be replaced while keys that it
 * signed are still in use.
 */
export type ServerKeys = readonly [Buffer, ...Buffer[]];

export type KeyPurpose = 'checkout-session' | 'checkout-return';

export type KeyVerdict = 'valid' | 'expired' | 'invalid';

/** @param about identifiers without NUL characters */
export function issueKey(
  purpose: KeyPurpose,
  about: readonly string[],
  expiresAt: Date,
  keys: ServerKeys,
): string {
  const expiry = Math.ceil(expiresAt.getTime() / 1000).toString(36);
  return `${expiry}.${digest(purpose, about, expiry, keys[0])}`;
}

/**
 * Verifies a key. A damaged key, a guessed key and a key for another purpose all give the same result, `invalid`, so an
 * attacker learns nothing from it. Only a genuine key can be `expired`.
 */
export function checkKey(
  key: string,
  purpose: KeyPurpose,
  about: readonly string[],
  keys: ServerKeys,
  now: Date,
): KeyVerdict {
  const match = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(key);
  if (match === null) return 'invalid';
  const [, expiry = '', signature = ''] = match;
  // Compare the signatures as strings, not as decoded bytes. The last base64url character has unused bits, so several strings
  // decode to the same bytes. Only one of these strings is genuine.
  const isGenuine = keys
    .map((serverKey) => {
      const expected = Buffer.from(digest(purpose, about, expiry, serverKey));
      return timingSafeEqual(expected, Buffer.from(signature));
    })
    .some((isEqual) => isEqual);
  if (!isGenuine) return 'invalid';
  return now.getTime() <= Number.parseInt(expiry, 36) * 1000 + AFTERLIFE_MS ? 'valid' : 'expired';
}

/** How long a key is still accepted after its expiry, so that a consumer who returns late still sees how the order ended. */
const AFTERLIFE_MS = 24 * 60 * 60 * 1000;

function digest(purpose: KeyPurpose, about: readonly string[], expiry: string, key: Buffer): string {
  // Give `createHmac` a key object: with the key's bytes, it takes about 20 µs longer.
  return createHmac('sha256', createSecretKey(key))
    .update([purpose, ...about, expiry].join('\0'))
    .digest('base64url');
}
