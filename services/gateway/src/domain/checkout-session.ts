import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The session that lets a cashier page act on one order (decisions, section 7): the expiry and an
 * HMAC-SHA256 over order ID and expiry under a server key. It names no consumer and opens its own order
 * only.
 */

/** The first key signs; all verify, so that a key can be replaced while sessions are out. */
export type SessionKeys = readonly [Buffer, ...Buffer[]];

export function issueSession(orderId: string, expiresAt: Date, keys: SessionKeys): string {
  const expiry = Math.ceil(expiresAt.getTime() / 1000).toString(36);
  return `${expiry}.${digest(orderId, expiry, keys[0])}`;
}

/**
 * A damaged, foreign or guessed session is `invalid`; nothing tells which. Only a genuine one can be
 * `expired`.
 */
export function checkSession(
  session: string,
  orderId: string,
  keys: SessionKeys,
  now: Date,
): 'valid' | 'expired' | 'invalid' {
  const match = /^([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/.exec(session);
  if (match === null) return 'invalid';
  const [, expiry = '', signature = ''] = match;
  // Texts are compared, not bytes: the last character has spare bits, and only one spelling is genuine.
  const isGenuine = keys
    .map((key) => timingSafeEqual(Buffer.from(digest(orderId, expiry, key)), Buffer.from(signature)))
    .some((isEqual) => isEqual);
  if (!isGenuine) return 'invalid';
  return now.getTime() <= Number.parseInt(expiry, 36) * 1000 + AFTERLIFE_MS ? 'valid' : 'expired';
}

/** A consumer who comes back late still sees how the order ended, instead of a bare refusal. */
const AFTERLIFE_MS = 24 * 60 * 60 * 1000;

function digest(orderId: string, expiry: string, key: Buffer): string {
  return createHmac('sha256', key).update(`checkout-session\0${orderId}\0${expiry}`).digest('base64url');
}
