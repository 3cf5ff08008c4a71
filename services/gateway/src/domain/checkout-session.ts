import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/**
 * The session that lets a cashier page act on one order. It names no consumer and opens no other
 * order.
 */

export function issueSession(orderId: string, expiresAt: Date, keys: ServerKeys): string {
  return issueKey('checkout-session', [orderId], expiresAt, keys);
}

export function checkSession(session: string, orderId: string, keys: ServerKeys, now: Date): KeyVerdict {
  return checkKey(session, 'checkout-session', [orderId], keys, now);
}

/** The cashier's page with the session after the #, where no server, log or referrer sees the session. */
export function payUrlOf(cashierUrl: string, orderId: string, session: string): string {
  return `${cashierUrl}/checkout/${orderId}#session=${session}`;
}
