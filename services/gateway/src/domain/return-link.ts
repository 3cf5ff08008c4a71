import { checkKey, issueKey, type KeyVerdict, type ServerKeys } from './expiring-key.ts';

/**
 * The link by which the consumer returns from a processor's page to one attempt. The processor, and anybody who reads its logs,
 * can see the link. It therefore carries a key of its own and never the session.
 * Following the link opens the cashier with a new session, because the consumer may return in another browser. Whoever has the
 * link can do as much as with the `pay_url`, so it expires at the same time.
 */

export function returnLinkOf(
  cashierUrl: string,
  orderId: string,
  attemptId: string,
  expiresAt: Date,
  keys: ServerKeys,
): string {
  const key = issueKey('checkout-return', [orderId, attemptId], expiresAt, keys);
  return `${cashierUrl}/checkout/${orderId}/return/${attemptId}?key=${key}`;
}

export function checkReturnKey(
  key: string,
  orderId: string,
  attemptId: string,
  keys: ServerKeys,
  now: Date,
): KeyVerdict {
  return checkKey(key, 'checkout-return', [orderId, attemptId], keys, now);
}
