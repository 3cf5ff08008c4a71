import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/** A session lets a cashier page act on one order. The session identifies no consumer, and gives no access to other orders. */

export function issueSession(orderId: string, expiresAt: Date, keys: ServerKeys): string {
  return issueKey('checkout-session', [orderId], expiresAt, keys);
}

export function checkSession(session: string, orderId: string, keys: ServerKeys, now: Date): KeyVerdict {
  return checkKey(session, 'checkout-session', [orderId], keys, now);
}

/**
 * Returns the address of the cashier page for an order. The session stands after the `#`, so that no server, log or referrer
 * header sees it.
 */
export function payUrlOf(cashierUrl: string, orderId: string, session: string): string {
  return `${cashierUrl}/checkout/${orderId}#session=${session}`;
}
